#include "../core/saturation.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>

#include "poll.hpp"

namespace nb = nanobind;
using namespace gridproof;

void bind_saturation(nb::module_& m) {
    m.attr("MAX_SEARCH_POINTS") = kMaxSearchPoints;
    nb::class_<Extremum>(m, "Extremum")
        .def_ro("value", &Extremum::value)
        .def_ro("bound", &Extremum::bound)
        .def_ro("complete", &Extremum::complete)
        .def_ro("witness", &Extremum::witness)
        .def_ro("nodes", &Extremum::nodes)
        .def_ro("bands", &Extremum::bands)
        .def_ro("nodes_by_step", &Extremum::nodes_by_step);
    nb::class_<Spectrum>(m, "Spectrum")
        .def_ro("complete", &Spectrum::complete)
        .def_ro("kyouen_free", &Spectrum::kyouen_free)
        .def_ro("saturated", &Spectrum::saturated)
        .def_ro("largest", &Spectrum::largest)
        .def_ro("smallest", &Spectrum::smallest)
        .def_ro("nodes", &Spectrum::nodes);

    m.def("largest_kyouen_free",
          [](int width, int height, int workers, double seconds, std::uint64_t nodes, nb::object progress) {
              return run_limited(workers, seconds, nodes, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return largest_kyouen_free(Board{width, height}, l, p);
              });
          },
          nb::arg("width"), nb::arg("height"), nb::kw_only(), nb::arg("workers") = 1,
          nb::arg("seconds") = 0.0, nb::arg("nodes") = 0, nb::arg("progress") = nb::none());
    m.def("smallest_saturated",
          [](int width, int height, int workers, double seconds, std::uint64_t nodes, nb::object progress) {
              return run_limited(workers, seconds, nodes, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return smallest_saturated(Board{width, height}, l, p);
              });
          },
          nb::arg("width"), nb::arg("height"), nb::kw_only(), nb::arg("workers") = 1,
          nb::arg("seconds") = 0.0, nb::arg("nodes") = 0, nb::arg("progress") = nb::none());
    m.def("saturated_of_size",
          [](int width, int height, int size, int workers, double seconds, std::uint64_t nodes,
             nb::object progress) {
              return run_limited(workers, seconds, nodes, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return saturated_of_size(Board{width, height}, size, l, p);
              });
          },
          nb::arg("width"), nb::arg("height"), nb::arg("size"), nb::kw_only(), nb::arg("workers") = 1,
          nb::arg("seconds") = 0.0, nb::arg("nodes") = 0, nb::arg("progress") = nb::none());
    m.def("spectrum",
          [](int width, int height, int workers, double seconds, std::uint64_t nodes, nb::object progress) {
              return run_limited(workers, seconds, nodes, std::move(progress), [&](const Limits& l, const Poll& p) {
                  return spectrum(Board{width, height}, l, p);
              });
          },
          nb::arg("width"), nb::arg("height"), nb::kw_only(), nb::arg("workers") = 1,
          nb::arg("seconds") = 0.0, nb::arg("nodes") = 0, nb::arg("progress") = nb::none());
}
