#include "../core/cp_sat_proof.hpp"
#include "../core/drup.hpp"
#include "../core/lrat.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include "poll.hpp"

namespace nb = nanobind;
using namespace gridproof;

namespace {

std::string_view view(const nb::bytes& piece) { return {piece.c_str(), piece.size()}; }

template <void (LratChecker::*Take)(std::string_view)>
void feed(LratChecker& checker, const nb::bytes& piece) {
    const std::string_view text = view(piece);
    const nb::gil_scoped_release release;
    (checker.*Take)(text);
}

}  // namespace

void bind_proofs(nb::module_& m) {
    // Arguments of the exception: (where, line, what is wrong).
    static nb::object lrat_error = nb::exception<LratError>(m, "LratError", PyExc_ValueError);
    nb::register_exception_translator([](const std::exception_ptr& raised, void*) {
        try {
            std::rethrow_exception(raised);
        } catch (const LratError& error) {
            PyErr_SetObject(lrat_error.ptr(), nb::make_tuple(error.where, error.line, error.what()).ptr());
        }
    });
    nb::class_<LratChecker>(m, "LratChecker")
        .def(nb::init<std::uint64_t>(), nb::arg("memory_limit") = std::uint64_t{8} << 30)
        .def("formula", &feed<&LratChecker::formula>, nb::arg("piece"))
        .def("end_formula", &LratChecker::end_formula)
        .def("proof", &feed<&LratChecker::proof>, nb::arg("piece"))
        .def("end_proof", &LratChecker::end_proof)
        .def_prop_ro("refuted", &LratChecker::refuted)
        .def_prop_ro("clauses", &LratChecker::clauses)
        .def_prop_ro("variables", &LratChecker::variables)
        .def_prop_ro("additions", &LratChecker::additions)
        .def_prop_ro("deletions", &LratChecker::deletions)
        .def_prop_ro("hints", &LratChecker::hints)
        .def_prop_ro("rat", &LratChecker::rat);

    nb::enum_<Elaborated::Outcome>(m, "Elaboration")
        .value("refuted", Elaborated::Outcome::kRefuted)
        .value("stopped", Elaborated::Outcome::kStopped)
        .value("not_implied", Elaborated::Outcome::kNotImplied)
        .value("no_refutation", Elaborated::Outcome::kNoRefutation)
        .value("malformed", Elaborated::Outcome::kMalformed);
    nb::class_<Elaborated>(m, "Elaborated")
        .def_ro("outcome", &Elaborated::outcome)
        .def_ro("line", &Elaborated::line)
        .def_ro("added", &Elaborated::added)
        .def_ro("kept", &Elaborated::kept)
        .def_prop_ro("lrat", [](const Elaborated& e) { return nb::bytes(e.lrat.data(), e.lrat.size()); });
    m.def("elaborate",
          [](const std::vector<std::int32_t>& clauses, const nb::bytes& drup, double seconds, nb::object progress) {
              const std::string_view text = view(drup);
              return run_limited(1, seconds, 0, std::move(progress), [&](const Limits& limits, const Poll& poll) {
                  return elaborate(clauses, text, limits, poll);
              });
          },
          nb::arg("clauses"), nb::arg("drup"), nb::kw_only(), nb::arg("seconds") = 0.0,
          nb::arg("progress") = nb::none());

    nb::class_<CpSatProof>(m, "CpSatProof")
        .def_ro("refuted", &CpSatProof::refuted)
        .def_ro("fault", &CpSatProof::fault)
        .def_ro("steps", &CpSatProof::steps)
        .def_ro("kept", &CpSatProof::kept)
        .def_prop_ro("lrat", [](const CpSatProof& p) { return nb::bytes(p.lrat.data(), p.lrat.size()); });
    m.def("read_cp_sat_proof",
          [](const std::vector<std::int32_t>& clauses, const nb::bytes& content) {
              const std::string_view text = view(content);
              const nb::gil_scoped_release release;
              return read_cp_sat_proof(clauses, text);
          },
          nb::arg("clauses"), nb::arg("content"));
}
