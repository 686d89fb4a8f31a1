#include "square_sets.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <mutex>

namespace gridproof {
namespace {

struct State {
    std::uint64_t chosen = 0;
    std::uint64_t ruled_out = 0;
    int cell = 0;
    int size = 0;
};

// The state after the next point is chosen: it rules out every point that would be the fourth
// corner of a square.
State take(const SquareMasks& masks, const State& s) {
    State next{s.chosen | std::uint64_t{1} << s.cell, s.ruled_out, s.cell + 1, s.size + 1};
    for (const auto& rest : masks.through[static_cast<std::size_t>(s.cell)]) {
        const std::uint64_t open = rest.mask & ~s.chosen;
        if (std::has_single_bit(open)) next.ruled_out |= open;
    }
    return next;
}

// Is there a set of `target` points on the rules' board? Bands: largest sets by rows.
class Search {
public:
    Search(const SquareMasks& masks, const std::vector<int>& bands, int target, std::atomic<bool>& found,
           Control& control)
        : masks_(masks), bands_(bands), target_(target), found_(found), meter_(control),
          width_(masks.rules.width), height_(masks.rules.height) {}

    // Visits the states below `s`; those at cell `until` go to `leaves`, or a full set is kept.
    void run(const State& s, int until, std::vector<State>* leaves) {
        if (found_.load(std::memory_order_relaxed) || !meter_.tick()) return;
        if (s.cell == until) {
            if (leaves != nullptr) {
                leaves->push_back(s);
            } else {
                witness = s.chosen;
                found_ = true;
            }
            return;
        }
        const std::uint64_t here = std::uint64_t{1} << s.cell;
        if ((s.ruled_out & here) == 0) {
            const State next = take(masks_, s);
            if (may_reach(next)) run(next, until, leaves);
        }
        const State next{s.chosen, s.ruled_out, s.cell + 1, s.size};
        if (may_reach(next)) run(next, until, leaves);
    }

    std::uint64_t nodes() const { return meter_.total(); }
    bool halted() const { return meter_.halted(); }
    std::uint64_t witness = 0;

private:
    std::uint64_t rows(int from, int to) const {
        const int a = from * width_, b = to * width_;
        if (a >= b) return 0;
        const std::uint64_t upto = b == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << b) - 1;
        return upto & ~((std::uint64_t{1} << a) - 1);
    }

    bool may_reach(const State& s) const {
        const int row = s.cell / width_;
        const int next_row = s.cell % width_ == 0 ? row : row + 1;
        const std::uint64_t later = s.cell >= masks_.cells ? 0 : ~((std::uint64_t{1} << s.cell) - 1);
        const std::uint64_t open = masks_.full() & later & ~s.ruled_out;
        const int here = std::popcount(open & rows(row, next_row));
        const int left = height_ - next_row;
        // Row by row the points not ruled out, and every band at most its largest set.
        std::array<int, 65> best{};
        for (int r = 1; r <= left; ++r) {
            const int at = next_row + r - 1;
            int most = best[static_cast<std::size_t>(r - 1)] + std::popcount(open & rows(at, at + 1));
            for (int k = 1; k <= r; ++k)
                most = std::min(most, best[static_cast<std::size_t>(r - k)] + bands_[static_cast<std::size_t>(k)]);
            best[static_cast<std::size_t>(r)] = most;
        }
        if (s.size + here + best[static_cast<std::size_t>(left)] < target_) return false;
        // Reflected, if need be, the upper half holds at least as much as the lower half.
        const int half = height_ / 2;
        if (height_ > 1 && next_row >= half && s.cell % width_ == 0) {
            const int upper = std::popcount(s.chosen & rows(0, half));
            const int lower = std::popcount(s.chosen & rows(height_ - half, height_));
            if (lower > upper) return false;
            const int middle = height_ - 2 * half;
            if (next_row == half && 2 * upper + (middle != 0 ? bands_[1] : 0) < target_) return false;
        }
        return true;
    }

    const SquareMasks& masks_;
    const std::vector<int>& bands_;
    int target_;
    std::atomic<bool>& found_;
    Meter meter_;
    int width_;
    int height_;
};

// Is there a saturated set of at most `most` points?
class SaturatedSearch {
public:
    SaturatedSearch(const SquareMasks& masks, int most, std::atomic<bool>& found, Control& control)
        : masks_(masks), most_(most), found_(found), meter_(control) {
        for (int size = 0; size <= most; ++size) {
            int gain = 0;
            for (int k = size; k < most; ++k) gain += 3 * k / 2;
            reach_.push_back(gain);
        }
    }

    void run(const State& s, int until, std::vector<State>* leaves) {
        if (found_.load(std::memory_order_relaxed) || !meter_.tick()) return;
        const std::uint64_t before = (std::uint64_t{1} << s.cell) - 1;
        const std::uint64_t passed = (s.cell == 64 ? ~std::uint64_t{0} : before) & ~s.chosen & ~s.ruled_out;
        if (!may_saturate(s, passed)) return;
        if (s.cell == until) {
            if (leaves != nullptr) {
                leaves->push_back(s);
            } else {
                witness = s.chosen;
                found_ = true;
            }
            return;
        }
        const std::uint64_t here = std::uint64_t{1} << s.cell;
        if ((s.ruled_out & here) == 0 && s.size < most_) {
            run(take(masks_, s), until, leaves);
        }
        run({s.chosen, s.ruled_out, s.cell + 1, s.size}, until, leaves);
    }

    std::uint64_t nodes() const { return meter_.total(); }
    bool halted() const { return meter_.halted(); }
    std::uint64_t witness = 0;

private:
    bool may_saturate(const State& s, std::uint64_t passed) const {
        const int left = most_ - s.size;
        if (std::popcount(passed) > reach_[static_cast<std::size_t>(s.size)]) return false;
        const std::uint64_t later = s.cell >= masks_.cells ? 0 : ~((std::uint64_t{1} << s.cell) - 1);
        const std::uint64_t open = masks_.full() & later & ~s.ruled_out;
        const std::uint64_t usable = open | s.chosen;
        // Points still open are chosen or must be ruled out as well.
        const int undecided = std::popcount(open) + std::popcount(passed);
        if (undecided > left + reach_[static_cast<std::size_t>(s.size)]) return false;
        for (std::uint64_t rest = passed; rest != 0; rest &= rest - 1) {
            const auto point = static_cast<std::size_t>(std::countr_zero(rest));
            bool possible = false;
            for (const auto& square : masks_.through[point]) {
                if ((square.mask & ~usable) == 0 && std::popcount(square.mask & ~s.chosen) <= left) {
                    possible = true;
                    break;
                }
            }
            if (!possible) return false;
        }
        return true;
    }

    const SquareMasks& masks_;
    int most_;
    std::atomic<bool>& found_;
    Meter meter_;
    std::vector<int> reach_;
};

}  // namespace

SmallestSet smallest_saturated_square_free(const SquareRules& rules, const Limits& limits, const Poll& poll) {
    Control control(limits, poll);
    const SquareMasks masks(rules);
    SmallestSet result;
    for (int most = 1; most <= masks.cells; ++most) {
        std::atomic<bool> found{false};
        std::vector<State> tasks;
        SaturatedSearch head(masks, most, found, control);
        head.run({}, std::min(masks.cells, 10), &tasks);
        result.nodes += head.nodes();
        std::mutex lock;
        bool halted = head.halted();
        const bool done = control.run(0, tasks.size(), [&](std::uint64_t i, int) {
            SaturatedSearch search(masks, most, found, control);
            search.run(tasks[i], masks.cells, nullptr);
            const std::lock_guard guard(lock);
            result.nodes += search.nodes();
            halted = halted || search.halted();
            if (search.witness != 0) result.witness = search.witness;
        });
        if (result.witness != 0) {
            result.value = result.bound = std::popcount(result.witness);
            result.complete = true;
            return result;
        }
        if (!done || halted) return result;
        result.bound = most + 1;
    }
    return result;
}

LargestSet largest_square_free(const SquareRules& rules, const Limits& limits, const Poll& poll) {
    Control control(limits, poll);
    LargestSet result;
    std::vector<int> bands{0};
    for (int rows = 1; rows <= rules.height; ++rows) {
        SquareRules part = rules;
        part.height = rows;
        const SquareMasks masks(part);
        // One more row adds at most the width; before it is known the band is that loose.
        bands.push_back(std::min(bands.back() + rules.width, rows * rules.width));
        int value = bands[static_cast<std::size_t>(rows) - 1];
        for (int target = value + 1;; ++target) {
            std::atomic<bool> found{false};
            std::vector<State> tasks;
            const int split = std::min(masks.cells, 2 * rules.width);
            Search head(masks, bands, target, found, control);
            head.run({}, split, &tasks);
            result.nodes += head.nodes();
            std::mutex lock;
            std::uint64_t witness = 0;
            bool halted = head.halted();
            // Fullest beginnings first: a set of the target size, if there is one, shows early.
            std::stable_sort(tasks.begin(), tasks.end(),
                             [](const State& a, const State& b) { return a.size > b.size; });
            const bool done = control.run(0, tasks.size(), [&](std::uint64_t i, int) {
                Search search(masks, bands, target, found, control);
                search.run(tasks[i], masks.cells, nullptr);
                const std::lock_guard guard(lock);
                result.nodes += search.nodes();
                halted = halted || search.halted();
                if (search.witness != 0) witness = search.witness;
            });
            if (witness != 0) {
                value = target;
                result.value = value;
                result.witness = witness;
                continue;
            }
            if (!done || halted) return result;
            break;
        }
        bands[static_cast<std::size_t>(rows)] = value;
        result.by_rows.push_back(value);
    }
    result.complete = true;
    return result;
}

}  // namespace gridproof
