#include "../core/mate.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "poll.hpp"

namespace nb = nanobind;
using namespace gridproof;

void bind_mate(nb::module_& m) {
    nb::enum_<MateEnd>(m, "MateEnd")
        .value("complete", MateEnd::complete)
        .value("stopped", MateEnd::stopped)
        .value("memory", MateEnd::memory);
    m.def(
        "mate_fits",
        [](int width, int height, std::vector<int> cells) {
            return MateDiagram::fits({width, height, std::move(cells), true});
        },
        nb::arg("width"), nb::arg("height"), nb::arg("cells"),
        "Whether the frontier of a numberlink puzzle fits the native keys.");
    nb::class_<MateDiagram>(m, "MateDiagram", "All solutions of a numberlink puzzle as a decision diagram.")
        .def(
            "__init__",
            [](MateDiagram* self, int width, int height, std::vector<int> cells, bool full_cover,
               std::uint64_t memory, double seconds, std::uint64_t nodes, nb::object progress) {
                Control control(Limits{seconds, nodes, 1}, PythonPoll(progress));
                const nb::gil_scoped_release release;
                new (self) MateDiagram({width, height, std::move(cells), full_cover},
                                       static_cast<std::size_t>(memory), control);
            },
            nb::arg("width"), nb::arg("height"), nb::arg("cells"), nb::arg("full_cover"), nb::kw_only(),
            nb::arg("memory") = 0, nb::arg("seconds") = 0.0, nb::arg("nodes") = 0,
            nb::arg("progress") = nb::none(),
            "cells row by row: -1 hole, 0 empty, 1 .. K labels; memory in bytes, 0 for no limit.")
        .def_prop_ro("end", &MateDiagram::end)
        .def_prop_ro("states", &MateDiagram::states)
        .def_prop_ro("sweep_states", &MateDiagram::sweep_states)
        .def_prop_ro("widest", &MateDiagram::widest)
        .def_prop_ro("nodes", &MateDiagram::nodes)
        .def_prop_ro("peak_bytes", &MateDiagram::peak_bytes)
        .def("count", &MateDiagram::count, "The number of solutions as 64-bit limbs, lowest first.")
        .def("solution", &MateDiagram::solution, nb::arg("index"), "Edges of one solution by its number.")
        .def("common_edges", &MateDiagram::common_edges, "Edges that all solutions share.");
}
