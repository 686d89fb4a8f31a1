#include "../core/binomials.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <stdexcept>

namespace nb = nanobind;
using namespace gridproof;

namespace {

using Input = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Output = nb::ndarray<std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void batch(const UnitFactorials& table, Input n, Input r, Output out) {
    const std::size_t count = n.shape(0);
    if (r.shape(0) != count || out.shape(0) != count) throw std::invalid_argument("shapes do not match");
    const nb::gil_scoped_release release;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t a = n.data()[i], b = r.data()[i];
        const bool zero = a < 0 || b < 0 || b > a;
        out.data()[i] = zero ? 0
                             : static_cast<std::int64_t>(table.binomial(static_cast<std::uint64_t>(a),
                                                                        static_cast<std::uint64_t>(b)));
    }
}

}  // namespace

void bind_binomials(nb::module_& m) {
    m.attr("MAX_PRIME_POWER") = kMaxPrimePower;
    nb::class_<UnitFactorials>(m, "UnitFactorials", "Products of the numbers prime to p, modulo q = p^e.")
        .def(nb::init<std::uint64_t, std::uint64_t>(), nb::arg("p"), nb::arg("q"),
             nb::call_guard<nb::gil_scoped_release>())
        .def("__getitem__",
             [](const UnitFactorials& self, std::uint64_t i) {
                 if (i >= self.q()) throw nb::index_error();
                 return self.at(i);
             },
             nb::arg("i"))
        .def("binomial", &UnitFactorials::binomial, nb::arg("n"), nb::arg("r"))
        .def("batch", &batch, nb::arg("n"), nb::arg("r"), nb::arg("out"),
             "Fill out[i] with C(n[i], r[i]) mod q; 0 outside 0 <= r <= n.");
    m.def("binomial_by_factors", &binomial_by_factors, nb::arg("n"), nb::arg("r"), nb::arg("p"), nb::arg("q"),
          nb::call_guard<nb::gil_scoped_release>());
}
