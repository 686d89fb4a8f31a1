// The Python module gridproof.solvers._native. Bindings convert arguments,
// release the GIL and poll for interrupts; they hold no logic.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_avoidance(nb::module_& m);
void bind_binomials(nb::module_& m);
void bind_curves(nb::module_& m);
void bind_cosets(nb::module_& m);
void bind_cubes(nb::module_& m);
void bind_mate(nb::module_& m);
void bind_path_cover(nb::module_& m);
void bind_proofs(nb::module_& m);
void bind_saturation(nb::module_& m);
void bind_squares(nb::module_& m);

NB_MODULE(_native, m) {
    m.doc() = "Native exact engines of gridproof.";
    bind_avoidance(m);
    bind_binomials(m);
    bind_curves(m);
    bind_cosets(m);
    bind_cubes(m);
    bind_mate(m);
    bind_path_cover(m);
    bind_proofs(m);
    bind_saturation(m);
    bind_squares(m);
}
