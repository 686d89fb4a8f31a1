#include "../core/cube_counts.hpp"
#include "../core/cubes.hpp"
#include "../core/second_search.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "poll.hpp"

namespace nb = nanobind;
using namespace gridproof;

namespace {

using RowTuple = std::pair<std::vector<int>, int>;                                // stones, depth
using PartTuple = std::tuple<std::vector<int>, std::uint64_t, std::uint64_t>;     // stones, part, parts

RowCube cube_of(const RowTuple& cube) { return {cube.first, cube.second}; }
Part part_of(const PartTuple& part) { return {std::get<0>(part), std::get<1>(part), std::get<2>(part)}; }

std::vector<RowCube> cubes_of(const std::vector<RowTuple>& tuples) {
    std::vector<RowCube> cubes;
    for (const RowTuple& each : tuples) cubes.push_back(cube_of(each));
    return cubes;
}

}  // namespace

void bind_cubes(nb::module_& m) {
    nb::class_<Explored>(m, "Explored")
        .def_ro("complete", &Explored::complete)
        .def_ro("witness", &Explored::witness)
        .def_ro("nodes", &Explored::nodes);
    nb::class_<RowQuestion>(m, "RowQuestion")
        .def("__init__",
             [](RowQuestion* self, int rows, int best, std::vector<int> bands) {
                 new (self) RowQuestion{rows, best, std::move(bands)};
             },
             nb::arg("rows"), nb::arg("best"), nb::arg("bands"));

    nb::class_<MaximumCubes>(m, "MaximumCubes")
        .def("__init__",
             [](MaximumCubes* self, int width, int height) {
                 const nb::gil_scoped_release release;
                 new (self) MaximumCubes(Board{width, height});
             },
             nb::arg("width"), nb::arg("height"))
        .def("children",
             [](const MaximumCubes& self, const RowQuestion& question, const RowTuple& cube) {
                 std::vector<RowTuple> out;
                 for (const RowCube& each : self.children(question, cube_of(cube)))
                     out.emplace_back(each.stones, each.depth);
                 return out;
             },
             nb::arg("question"), nb::arg("cube"))
        .def("estimate",
             [](const MaximumCubes& self, const RowQuestion& question, const RowTuple& cube, int probes,
                std::uint64_t seed) { return self.estimate(question, cube_of(cube), probes, seed); },
             nb::arg("question"), nb::arg("cube"), nb::arg("probes"), nb::arg("seed"))
        .def("explore",
             [](const MaximumCubes& self, const RowQuestion& question, const std::vector<RowTuple>& tuples,
                double seconds, nb::object progress) {
                 const std::vector<RowCube> cubes = cubes_of(tuples);
                 return run_limited(1, seconds, 0, std::move(progress), [&](const Limits& l, const Poll& p) {
                     return self.explore(question, cubes, l, p);
                 });
             },
             nb::arg("question"), nb::arg("cubes"), nb::kw_only(), nb::arg("seconds") = 0.0,
             nb::arg("progress") = nb::none());

    nb::class_<MinimumCubes>(m, "MinimumCubes")
        .def("__init__",
             [](MinimumCubes* self, int width, int height, int size) {
                 const nb::gil_scoped_release release;
                 new (self) MinimumCubes(Board{width, height}, size);
             },
             nb::arg("width"), nb::arg("height"), nb::arg("size"))
        .def("seeds", &MinimumCubes::seeds)
        .def("estimate",
             [](const MinimumCubes& self, const PartTuple& part, int probes, std::uint64_t seed) {
                 return self.estimate(part_of(part), probes, seed);
             },
             nb::arg("part"), nb::arg("probes"), nb::arg("seed"))
        .def("explore",
             [](const MinimumCubes& self, const std::vector<PartTuple>& tuples, double seconds, nb::object progress) {
                 std::vector<Part> parts;
                 for (const PartTuple& each : tuples) parts.push_back(part_of(each));
                 return run_limited(1, seconds, 0, std::move(progress), [&](const Limits& l, const Poll& p) {
                     return self.explore(parts, l, p);
                 });
             },
             nb::arg("parts"), nb::kw_only(), nb::arg("seconds") = 0.0, nb::arg("progress") = nb::none());

    m.def("any_larger_set",
          [](int width, int height, const RowQuestion& question, const std::vector<RowTuple>& tuples, double seconds,
             nb::object progress) {
              const std::vector<RowCube> cubes = cubes_of(tuples);
              return run_limited(1, seconds, 0, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return any_larger_set(Board{width, height}, question, cubes, l, p);
              });
          },
          nb::arg("width"), nb::arg("height"), nb::arg("question"), nb::arg("cubes"), nb::kw_only(),
          nb::arg("seconds") = 0.0, nb::arg("progress") = nb::none());
    m.def("any_saturated_set",
          [](int width, int height, int size, const std::vector<std::vector<int>>& seeds, double seconds,
             nb::object progress) {
              return run_limited(1, seconds, 0, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return any_saturated_set(Board{width, height}, size, seeds, l, p);
              });
          },
          nb::arg("width"), nb::arg("height"), nb::arg("size"), nb::arg("seeds"), nb::kw_only(),
          nb::arg("seconds") = 0.0, nb::arg("progress") = nb::none());

    m.def("count_cube",
          [](int width, int height, const RowTuple& tuple, double seconds, nb::object progress) {
              const RowCube cube = cube_of(tuple);
              const CubeCounts counts = run_limited(1, seconds, 0, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return count_cube(Board{width, height}, cube, l, p);
              });
              return std::tuple(counts.complete, counts.kyouen_free, counts.saturated);
          },
          nb::arg("width"), nb::arg("height"), nb::arg("cube"), nb::kw_only(), nb::arg("seconds") = 0.0,
          nb::arg("progress") = nb::none());
}
