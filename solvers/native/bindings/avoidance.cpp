#include "../core/avoidance.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "../core/kyouen_search.hpp"
#include "../core/process_distribution.hpp"
#include "poll.hpp"

namespace nb = nanobind;
using namespace gridproof;

void bind_avoidance(nb::module_& m) {
    m.attr("MAX_PROCESS_SIDE") = kMaxProcessSide;
    nb::enum_<Process>(m, "Process")
        .value("avoidance", Process::kAvoidance)
        .value("saturation", Process::kSaturation);
    nb::enum_<Method>(m, "Method").value("plain", Method::kPlain).value("walk", Method::kWalk);
    nb::class_<Trial>(m, "Trial")
        .def_ro("stones", &Trial::stones)
        .def_ro("candidates", &Trial::candidates)
        .def_ro("tests", &Trial::tests)
        .def_ro("work", &Trial::work);
    m.def("run_trial",
          [](int width, int height, Process process, std::uint64_t seed, std::uint64_t number, Method method) {
              const nb::gil_scoped_release release;
              return run_trial(Board{width, height}, process, method, seed, number);
          },
          nb::arg("width"), nb::arg("height"), nb::arg("process"), nb::arg("seed"), nb::arg("number"),
          nb::kw_only(), nb::arg("method") = Method::kWalk);
    nb::class_<ProcessSums>(m, "ProcessSums")
        .def_ro("complete", &ProcessSums::complete)
        .def_ro("trials", &ProcessSums::trials)
        .def_ro("successes", &ProcessSums::successes)
        .def_ro("tests", &ProcessSums::tests)
        .def_ro("tests_squared", &ProcessSums::tests_squared)
        .def_ro("work", &ProcessSums::work)
        .def_ro("by_stones", &ProcessSums::by_stones)
        .def_ro("smallest", &ProcessSums::smallest)
        .def_ro("largest", &ProcessSums::largest);
    m.def("run_process",
          [](int width, int height, Process process, std::uint64_t successes, std::uint64_t seed, Method method,
             int workers, double seconds, nb::object progress) {
              return run_limited(workers, seconds, 0, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return run_process(Board{width, height}, process, method, successes, seed, l, p);
              });
          },
          nb::arg("width"), nb::arg("height"), nb::arg("process"), nb::arg("successes"), nb::arg("seed"),
          nb::kw_only(), nb::arg("method") = Method::kWalk, nb::arg("workers") = 1, nb::arg("seconds") = 0.0,
          nb::arg("progress") = nb::none());
    m.def("curve_hits",
          [](int width, int height, const std::vector<int>& stones) {
              const nb::gil_scoped_release release;
              return curve_hits(Board{width, height}, stones);
          },
          nb::arg("width"), nb::arg("height"), nb::arg("stones"));
    m.attr("MAX_HEURISTIC_SIDE") = kMaxHeuristicSide;
    nb::class_<Found>(m, "Found")
        .def_ro("stones", &Found::stones)
        .def_ro("moves", &Found::moves)
        .def_ro("reached", &Found::reached);
    m.def("search_large",
          [](int width, int height, bool half_turn, int target, std::uint64_t moves, std::uint64_t seed,
             double seconds, nb::object progress) {
              return run_limited(1, seconds, 0, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return search_large(Board{width, height}, half_turn, target, moves, seed, l, p);
              });
          },
          nb::arg("width"), nb::arg("height"), nb::kw_only(), nb::arg("half_turn"), nb::arg("target") = 0,
          nb::arg("moves") = std::uint64_t{1} << 62, nb::arg("seed") = 0, nb::arg("seconds") = 0.0,
          nb::arg("progress") = nb::none());
    m.def("search_saturated",
          [](int width, int height, int size, std::uint64_t moves, std::uint64_t seed, double seconds,
             nb::object progress) {
              return run_limited(1, seconds, 0, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return search_saturated(Board{width, height}, size, moves, seed, l, p);
              });
          },
          nb::arg("width"), nb::arg("height"), nb::kw_only(), nb::arg("size"),
          nb::arg("moves") = std::uint64_t{1} << 62, nb::arg("seed") = 0, nb::arg("seconds") = 0.0,
          nb::arg("progress") = nb::none());
    nb::class_<Distribution>(m, "Distribution")
        .def_ro("complete", &Distribution::complete)
        .def_ro("orbits", &Distribution::orbits)
        .def_ro("success", &Distribution::success)
        .def_ro("stuck", &Distribution::stuck)
        .def_ro("bytes", &Distribution::bytes);
    m.def("process_distribution",
          [](int width, int height, Process process, const std::vector<std::uint64_t>& primes,
             std::uint64_t memory, double seconds, nb::object progress) {
              return run_limited(1, seconds, 0, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return process_distribution(Board{width, height}, process, primes, memory, l, p);
              });
          },
          nb::arg("width"), nb::arg("height"), nb::arg("process"), nb::arg("primes"), nb::kw_only(),
          nb::arg("memory") = 0, nb::arg("seconds") = 0.0, nb::arg("progress") = nb::none());
}
