#include "../core/curves.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

namespace nb = nanobind;
using namespace gridproof;

namespace {

using Quadruples = nb::ndarray<const std::int64_t, nb::shape<-1, 4, 2>, nb::c_contig, nb::device::cpu>;
using Verdicts = nb::ndarray<std::uint8_t, nb::shape<-1>, nb::c_contig, nb::device::cpu>;

void concyclic_batch(Quadruples points, Verdicts out) {
    if (points.shape(0) != out.shape(0)) throw std::invalid_argument("shapes of points and out differ");
    const std::int64_t* xy = points.data();
    std::uint8_t* verdict = out.data();
    const std::size_t count = points.shape(0);
    const nb::gil_scoped_release release;
    for (std::size_t i = 0; i < count; ++i) verdict[i] = static_cast<std::uint8_t>(concyclic(xy + 8 * i));
}

std::vector<int> members(Bits<4> points) {
    std::vector<int> out;
    while (points.any()) out.push_back(points.pop());
    return out;
}

}  // namespace

void bind_curves(nb::module_& m) {
    m.attr("MAX_SPAN") = kMaxSpan;
    m.attr("MAX_POINTS") = kMaxPoints;
    m.def("concyclic_batch", &concyclic_batch, nb::arg("points"), nb::arg("out"),
          "Fill out[i] with 1 if the four points points[i] lie on one circle or line, 0 if not,\n"
          "2 if a coordinate difference exceeds MAX_SPAN.");
    nb::class_<CurveTable>(m, "CurveTable", "Circles and lines with at least four points of a board.")
        .def("__init__",
             [](CurveTable* self, int width, int height) {
                 const nb::gil_scoped_release release;
                 new (self) CurveTable(Board{width, height});
             },
             nb::arg("width"), nb::arg("height"))
        .def_prop_ro("circles_with_3", &CurveTable::circles_with_3)
        .def_prop_ro("circles_with_4", &CurveTable::circles_with_4)
        .def_prop_ro("lines_with_4", &CurveTable::lines_with_4)
        .def_prop_ro("bad_tuples", &CurveTable::bad_tuples)
        .def_prop_ro("bad_tuples_on_lines", &CurveTable::bad_tuples_on_lines)
        .def("curves",
             [](const CurveTable& self) {
                 std::vector<std::pair<std::vector<int>, bool>> out;
                 for (const Curve& curve : self.curves()) out.emplace_back(members(curve.points), curve.is_line);
                 return out;
             },
             "All curves as (point indices, is_line).")
        .def("through",
             [](const CurveTable& self, int i, int j, int k) {
                 const int n = self.board().points();
                 for (int p : {i, j, k})
                     if (p < 0 || p >= n) throw std::out_of_range("point index off the board");
                 if (i == j || j == k || i == k) throw std::invalid_argument("three distinct points expected");
                 const std::uint32_t id = self.through(i, j, k);
                 return id == CurveTable::kNone ? std::vector<int>{}
                                                : members(self.curves()[id].points);
             },
             nb::arg("i"), nb::arg("j"), nb::arg("k"),
             "Points of the curve with at least four board points through three points, or [].");
}
