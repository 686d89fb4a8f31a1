// What a search says of one cube, and the loop over many of them on one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "parallel.hpp"

namespace gridproof {

struct Explored {
    bool complete = false;
    std::vector<int> witness;  // empty: there is none in this cube
    std::uint64_t nodes = 0;
};

// Calls work(i, meter) for each cube, on one thread, under the limits.
template <class Work>
std::vector<Explored> explore_all(std::size_t count, const Limits& limits, const Poll& poll, Work work) {
    Limits one = limits;
    one.workers = 1;
    Control control(one, poll);
    std::vector<Explored> out(count);
    control.run(0, count, [&](std::uint64_t i, int) {
        Meter meter(control);
        Explored& mine = out[i];
        mine.witness = work(i, meter);
        mine.nodes = meter.total();
        mine.complete = !meter.halted() || !mine.witness.empty();
    });
    return out;
}

}  // namespace gridproof
