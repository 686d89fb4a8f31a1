#include "../core/path_cover.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "poll.hpp"

namespace nb = nanobind;
using namespace gridproof;

void bind_path_cover(nb::module_& m) {
    nb::class_<Cover>(m, "Cover")
        .def_ro("reached", &Cover::reached)
        .def_ro("steps", &Cover::steps)
        .def_ro("paths", &Cover::paths);
    m.def("path_cover",
          [](int width, int height, std::vector<std::uint8_t> open, int pairs, int min_length,
             bool adjacent_ends, std::uint64_t seed, std::uint64_t steps,
             const std::vector<std::vector<int>>& start, const std::vector<int>& focus, int shake) {
              const CoverTask task{width, height, std::move(open), pairs, min_length, adjacent_ends,
                                   seed, steps};
              PythonPoll poll{nb::none()};
              const nb::gil_scoped_release release;
              return path_cover(task, start, focus, shake, [&](const Progress& p) { return poll(p); });
          },
          nb::arg("width"), nb::arg("height"), nb::arg("open"), nb::arg("pairs"), nb::kw_only(),
          nb::arg("min_length") = 3, nb::arg("adjacent_ends") = true, nb::arg("seed") = 0,
          nb::arg("steps") = 1'000'000, nb::arg("start") = std::vector<std::vector<int>>{},
          nb::arg("focus") = std::vector<int>{}, nb::arg("shake") = 0);
}
