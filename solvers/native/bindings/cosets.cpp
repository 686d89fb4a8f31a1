#include "../core/cosets.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <tuple>

#include "../core/tap_search.hpp"
#include "poll.hpp"

namespace nb = nanobind;
using namespace gridproof;

namespace {

using Vector = std::vector<std::int64_t>;
using Table = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Row = nb::ndarray<std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::vector<Entry> entries_of(const std::vector<std::tuple<int, int, std::int64_t>>& triples) {
    std::vector<Entry> out;
    for (const auto& [row, column, weight] : triples) out.push_back({row, column, weight});
    return out;
}

// Answers many targets; cost -1 where there is no solution.
void cheapest_batch(const LinearSystem& system, const SplitCoset* split, const Vector& cost, Table targets,
                    Row costs, Row counts, Rows taps) {
    const auto rows = static_cast<std::size_t>(system.rows());
    const auto columns = static_cast<std::size_t>(system.columns());
    const std::size_t count = targets.shape(0);
    if (targets.shape(1) != rows || costs.shape(0) != count || counts.shape(0) != count ||
        taps.shape(0) != count || taps.shape(1) != columns)
        throw std::invalid_argument("shapes do not match");
    const nb::gil_scoped_release release;
    Control control(Limits{}, {});
    Vector target(rows);
    for (std::size_t i = 0; i < count; ++i) {
        target.assign(targets.data() + i * rows, targets.data() + (i + 1) * rows);
        const Particular found = system.solve(target);
        costs.data()[i] = -1;
        counts.data()[i] = 0;
        if (!found.solvable) continue;
        Meter meter(control);
        const Cheapest best =
            split != nullptr ? split->cheapest(found.taps) : system.cheapest(found.taps, cost, meter);
        costs.data()[i] = best.cost;
        counts.data()[i] = static_cast<std::int64_t>(best.count);
        for (std::size_t j = 0; j < columns; ++j) taps.data()[i * columns + j] = best.taps[j];
    }
}

}  // namespace

void bind_cosets(nb::module_& m) {
    m.attr("MAX_MODULUS") = kMaxModulus;
    nb::class_<Generator>(m, "Generator")
        .def_ro("vector", &Generator::vector)
        .def_ro("order", &Generator::order)
        .def_ro("prime_power", &Generator::prime_power);
    nb::class_<Particular>(m, "Particular")
        .def_ro("solvable", &Particular::solvable)
        .def_ro("taps", &Particular::taps)
        .def_ro("certificate", &Particular::certificate)
        .def_ro("prime_power", &Particular::prime_power);
    nb::class_<Cheapest>(m, "Cheapest")
        .def_ro("cost", &Cheapest::cost)
        .def_ro("count", &Cheapest::count)
        .def_ro("taps", &Cheapest::taps);
    nb::class_<LinearSystem>(m, "LinearSystem", "A t = c over Z/m; entries are (row, column, weight).")
        .def("__init__",
             [](LinearSystem* self, int rows, int columns,
                const std::vector<std::tuple<int, int, std::int64_t>>& entries, std::int64_t modulus) {
                 const nb::gil_scoped_release release;
                 new (self) LinearSystem(rows, columns, entries_of(entries), modulus);
             },
             nb::arg("rows"), nb::arg("columns"), nb::arg("entries"), nb::arg("modulus"))
        .def_prop_ro("kernel", &LinearSystem::kernel, nb::rv_policy::copy)
        .def("solve", &LinearSystem::solve, nb::arg("target"), nb::call_guard<nb::gil_scoped_release>())
        .def("cheapest",
             [](const LinearSystem& self, const Vector& taps, const Vector& cost, double seconds,
                nb::object progress) {
                 Limits limits;
                 limits.seconds = seconds;
                 PythonPoll poll(std::move(progress));
                 const nb::gil_scoped_release release;
                 Control control(limits, [&](const Progress& p) { return poll(p); });
                 Cheapest best;
                 bool done = false;
                 control.run(0, 1, [&](std::uint64_t, int) {
                     Meter meter(control);
                     best = self.cheapest(taps, cost, meter);
                     done = !meter.halted();
                 });
                 return std::make_tuple(best, done);
             },
             nb::arg("taps"), nb::arg("cost"), nb::kw_only(), nb::arg("seconds") = 0.0,
             nb::arg("progress") = nb::none(), "(best, complete): walk the coset in Gray-code order.");
    nb::class_<SplitCoset>(m, "SplitCoset", "The coset by bit planes, for m = q1 q2 with coprime factors.")
        .def(nb::init<const LinearSystem&, std::int64_t>(), nb::arg("system"), nb::arg("q1"),
             nb::keep_alive<1, 2>())
        .def("cheapest", &SplitCoset::cheapest, nb::arg("taps"), nb::call_guard<nb::gil_scoped_release>());
    m.def("cheapest_batch", &cheapest_batch, nb::arg("system"), nb::arg("split").none(), nb::arg("cost"),
          nb::arg("targets"), nb::arg("costs"), nb::arg("counts"), nb::arg("taps"),
          "Fill costs (-1: no solution), counts and taps for each row of targets.");
    nb::class_<TapResult>(m, "TapResult")
        .def_ro("complete", &TapResult::complete)
        .def_ro("solvable", &TapResult::solvable)
        .def_ro("cost", &TapResult::cost)
        .def_ro("count", &TapResult::count)
        .def_ro("solutions", &TapResult::solutions)
        .def_ro("nodes", &TapResult::nodes)
        .def_ro("taps", &TapResult::taps)
        .def_ro("free_columns", &TapResult::free_columns);
    m.def("tap_search",
          [](int rows, int columns, const std::vector<std::tuple<int, int, std::int64_t>>& entries,
             std::int64_t modulus, const Vector& target, bool count_all, bool recheck_last, double seconds,
             nb::object progress) {
              Limits limits;
              limits.seconds = seconds;
              PythonPoll poll(std::move(progress));
              const nb::gil_scoped_release release;
              return tap_search(rows, columns, entries_of(entries), modulus, target, count_all, recheck_last,
                                limits, [&](const Progress& p) { return poll(p); });
          },
          nb::arg("rows"), nb::arg("columns"), nb::arg("entries"), nb::arg("modulus"), nb::arg("target"),
          nb::kw_only(), nb::arg("count_all") = false, nb::arg("recheck_last") = true,
          nb::arg("seconds") = 0.0, nb::arg("progress") = nb::none());
}
