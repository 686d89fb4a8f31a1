#include "square_counts.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace gridproof {
namespace {

struct State {
    std::uint64_t first;
    std::uint64_t second;
    int cell;
};

class Counter {
public:
    Counter(const SquareMasks& masks, Counted what, int keep, Control& control)
        : masks_(masks), what_(what), keep_(static_cast<std::size_t>(keep)), meter_(control) {
        result.by_size.assign(static_cast<std::size_t>(masks.cells) + 1, 0);
    }

    void run(const State& s, int until, std::vector<State>* leaves) {
        if (!meter_.tick()) return;
        if (s.cell == until) {
            if (leaves != nullptr) {
                leaves->push_back(s);
            } else {
                count(s);
            }
            return;
        }
        const std::uint64_t here = std::uint64_t{1} << s.cell;
        if (may_take(s.first, s.cell)) run({s.first | here, s.second, s.cell + 1}, until, leaves);
        if (what_ == Counted::kSets) {
            run({s.first, s.second, s.cell + 1}, until, leaves);
            return;
        }
        if (may_take(s.second, s.cell)) run({s.first, s.second | here, s.cell + 1}, until, leaves);
        if (what_ == Counted::kPositions) run({s.first, s.second, s.cell + 1}, until, leaves);
    }

    SquareCounts finish() {
        result.complete = !meter_.halted();
        result.nodes = meter_.total();
        return std::move(result);
    }

private:
    bool may_take(std::uint64_t own, int cell) const {
        for (const std::uint64_t rest : masks_.completed[static_cast<std::size_t>(cell)])
            if ((rest & ~own) == 0) return false;
        return true;
    }

    void count(const State& s) {
        const int a = std::popcount(s.first), b = std::popcount(s.second);
        if (what_ == Counted::kPositions && (a < b || a > b + 1)) return;
        const int size = what_ == Counted::kPositions ? a + b : a;
        ++result.by_size[static_cast<std::size_t>(size)];
        if (result.masks.size() < keep_) result.masks.push_back(s.first);
    }

    const SquareMasks& masks_;
    Counted what_;
    std::size_t keep_;
    Meter meter_;
    SquareCounts result;
};

}  // namespace

SquareCounts square_counts(const SquareRules& rules, Counted what, int keep, const Limits& limits,
                           const Poll& poll) {
    const SquareMasks masks(rules);
    if (masks.cells > (what == Counted::kPositions ? 36 : 49))
        throw std::invalid_argument("too many points to count");
    Control control(limits, poll);
    // Tasks: the states after the first points; their order does not matter to the sums.
    const int split = std::min(masks.cells, 12);
    std::vector<State> tasks;
    SquareCounts total;
    {
        Counter head(masks, what, keep, control);
        head.run({0, 0, 0}, split, &tasks);
        total = head.finish();
    }
    std::vector<SquareCounts> parts(tasks.size());
    const bool done = control.run(0, tasks.size(), [&](std::uint64_t i, int) {
        Counter counter(masks, what, keep, control);
        counter.run(tasks[i], masks.cells, nullptr);
        parts[i] = counter.finish();
    });
    total.complete = total.complete && done;
    for (const SquareCounts& part : parts) {
        total.complete = total.complete && part.complete;
        total.nodes += part.nodes;
        for (std::size_t k = 0; k < part.by_size.size(); ++k) total.by_size[k] += part.by_size[k];
        for (const std::uint64_t mask : part.masks)
            if (total.masks.size() < static_cast<std::size_t>(keep)) total.masks.push_back(mask);
    }
    return total;
}

}  // namespace gridproof
