// Every task runs once; limits and exceptions stop the rest.
#include "parallel.hpp"

#include <memory>
#include <stdexcept>

#include "check.hpp"

using namespace gridproof;

int main() {
    for (int workers : {1, 2, 7}) {
        Limits limits;
        limits.workers = workers;
        Control control(limits, {});
        auto seen = std::make_unique<std::atomic<int>[]>(1000);
        CHECK(control.run(10, 1000, [&](std::uint64_t i, int worker) {
            CHECK(worker >= 0 && worker < workers);
            seen[i].fetch_add(1);
        }));
        for (int i = 0; i < 1000; ++i) CHECK(seen[static_cast<std::size_t>(i)].load() == (i < 10 ? 0 : 1));
    }
    Limits limits;
    limits.nodes = 10 * Meter::kBatch;
    Control control(limits, {});
    std::uint64_t visited = 0;
    CHECK(!control.run(0, 1, [&](std::uint64_t, int) {
        Meter meter(control);
        while (meter.tick()) {}
        visited = meter.total();
    }));
    CHECK(visited >= limits.nodes);
    bool thrown = false;
    try {
        Control failing(Limits{}, {});
        failing.run(0, 5, [](std::uint64_t i, int) {
            if (i == 3) throw std::runtime_error("task 3");
        });
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    CHECK(thrown);
    return check_failures != 0;
}
