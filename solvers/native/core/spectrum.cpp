// The number of kyouen-free and of saturated sets of a board, by size.
//
// Object: every kyouen-free set, once. The points fall into orbits O1, O2, ...
// under the symmetries of the board. A non-empty set belongs to the first orbit
// it meets, and there to its trace T = S & Oi; sets with equivalent traces are
// equinumerous, so one T of each class is searched and counted with the size of
// its class. Above T, points of later orbits are added in index order.
//
// State: the unblocked points of the whole board (for saturation), the
// candidates (later in the order), and for each candidate the word of points it
// would block. A set without candidates is counted by its parent.
//
// Complexity: about (number of kyouen-free sets) / 8. Counts fit 64 bits: a
// larger count could not be reached one set at a time.
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "curves.hpp"
#include "saturation.hpp"

namespace gridproof {

namespace {

constexpr int kMaxStones = 64;

struct Trace {
    std::vector<int> stones;
    std::uint64_t weight;  // sets in its class
    std::size_t orbit;
    int next;              // the first further stone, or -1: stop at the trace itself
};

template <int W>
class Counter {
public:
    Counter(const Board& board, const TripleTable<W>& table, const std::vector<Bits<W>>& later)
        : board_(board), table_(table), later_(later), words_(kMaxStones + 1) {
        for (auto& level : words_) level.resize(static_cast<std::size_t>(board.points()));
        result.kyouen_free.assign(kMaxStones + 1, 0);
        result.saturated.assign(kMaxStones + 1, 0);
    }

    // Counts the sets of one task; false if the trace is not kyouen-free.
    void explore(const Trace& trace, Meter& meter) {
        meter_ = &meter;
        weight_ = trace.weight;
        size_ = 0;
        Bits<W> open;
        for (int p = 0; p < board_.points(); ++p) open.set(p);
        for (int stone : trace.stones) {
            open.reset(stone);
            open -= blocked_with(stone);
            stones_[size_++] = stone;
        }
        if (trace.next < 0) {
            count(open);
            return;
        }
        Bits<W> candidates = open & later_[trace.orbit];
        if (!candidates.test(trace.next)) return;
        const Bits<W> word = blocked_with(trace.next);
        for (int p = 0; p <= trace.next; ++p) candidates.reset(p);
        open -= word;
        open.reset(trace.next);
        candidates -= word;
        stones_[size_++] = trace.next;
        visit(open, candidates, true);
    }

    Spectrum result;

private:
    Bits<W> blocked_with(int q) const {
        Bits<W> word;
        for (int i = 0; i < size_; ++i) {
            const std::uint16_t* row = table_.row(q, stones_[i]);
            for (int j = i + 1; j < size_; ++j) word |= table_.mask(row[stones_[j]]);
        }
        return word;
    }

    void count(const Bits<W>& open) {
        const auto size = static_cast<std::size_t>(size_);
        result.kyouen_free[size] += weight_;
        if (size > result.largest.size()) result.largest.assign(stones_, stones_ + size_);
        if (open.any()) return;
        result.saturated[size] += weight_;
        if (result.smallest.empty() || size < result.smallest.size())
            result.smallest.assign(stones_, stones_ + size_);
    }

    // The set stones_[0 .. size_) with its unblocked points and its candidates.
    void visit(const Bits<W>& open, const Bits<W>& candidates, bool fresh) {
        if (!meter_->tick()) return;
        count(open);
        if (!candidates.any()) return;
        auto& words = words_[static_cast<std::size_t>(size_)];
        const int last = stones_[size_ - 1];
        const std::uint16_t* curve[kMaxStones];
        for (int i = 0; i + 1 < size_; ++i) curve[i] = table_.row(last, stones_[i]);
        for (Bits<W> rest = candidates; rest.any();) {
            const int q = rest.pop();
            Bits<W> word;
            if (fresh) {
                word = blocked_with(q);
            } else {
                word = words_[static_cast<std::size_t>(size_ - 1)][static_cast<std::size_t>(q)];
                for (int i = 0; i + 1 < size_; ++i) word |= table_.mask(curve[i][q]);
            }
            words[static_cast<std::size_t>(q)] = word;
        }
        Bits<W> later = candidates;
        for (Bits<W> rest = candidates; rest.any();) {
            const int p = rest.pop();
            later.reset(p);
            const Bits<W>& word = words[static_cast<std::size_t>(p)];
            Bits<W> still_open = open - word;
            still_open.reset(p);
            const Bits<W> still_later = later - word;
            stones_[size_++] = p;
            if (still_later.any()) {
                visit(still_open, still_later, false);
            } else {
                count(still_open);
            }
            --size_;
        }
    }

    Board board_;
    const TripleTable<W>& table_;
    const std::vector<Bits<W>>& later_;
    std::vector<std::vector<Bits<W>>> words_;
    int stones_[kMaxStones + 1] = {};
    int size_ = 0;
    std::uint64_t weight_ = 0;
    Meter* meter_ = nullptr;
};

template <int W>
Spectrum run(const Board& board, const Limits& limits, const Poll& poll) {
    const int n = board.points();
    const TripleTable<W> table{CurveTable(board)};
    const std::vector<Permutation> maps = symmetries(board);

    std::vector<std::vector<int>> orbits;
    Bits<W> seen;
    for (int p = 0; p < n; ++p) {
        if (seen.test(p)) continue;
        std::vector<int> orbit;
        for (const Permutation& map : maps) {
            const int image = map[static_cast<std::size_t>(p)];
            if (!seen.test(image)) orbit.push_back(image);
            seen.set(image);
        }
        orbits.push_back(orbit);
    }
    std::vector<Bits<W>> later(orbits.size());
    for (std::size_t i = orbits.size(); i-- > 1;) {
        later[i - 1] = later[i];
        for (int p : orbits[i]) later[i - 1].set(p);
    }

    const auto free_of_kyouen = [&](const std::vector<int>& set) {
        for (std::size_t a = 0; a < set.size(); ++a)
            for (std::size_t b = a + 1; b < set.size(); ++b)
                for (std::size_t c = b + 1; c < set.size(); ++c)
                    for (std::size_t d = c + 1; d < set.size(); ++d)
                        if (table.at(set[a], set[b], set[c]).test(set[d])) return false;
        return true;
    };
    std::vector<Trace> tasks;
    for (std::size_t o = 0; o < orbits.size(); ++o) {
        const std::vector<int>& orbit = orbits[o];
        for (unsigned subset = 1; subset < 1U << orbit.size(); ++subset) {
            std::vector<int> stones;
            Bits<W> own;
            for (std::size_t i = 0; i < orbit.size(); ++i)
                if ((subset >> i & 1U) != 0) stones.push_back(orbit[i]);
            for (int p : stones) own.set(p);
            std::vector<Bits<W>> images;
            bool least = true;
            for (const Permutation& map : maps) {
                Bits<W> image;
                for (int p : stones) image.set(map[static_cast<std::size_t>(p)]);
                least = least && !(image < own);
                if (std::find(images.begin(), images.end(), image) == images.end())
                    images.push_back(image);
            }
            if (!least || !free_of_kyouen(stones)) continue;
            tasks.push_back({stones, images.size(), o, -1});
            for (Bits<W> rest = later[o]; rest.any();)
                tasks.push_back({stones, images.size(), o, rest.pop()});
        }
    }

    Control control(limits, poll);
    const int workers = std::max(1, limits.workers);
    std::vector<std::unique_ptr<Counter<W>>> counters;
    for (int i = 0; i < workers; ++i)
        counters.push_back(std::make_unique<Counter<W>>(board, table, later));
    std::vector<std::uint64_t> spent(tasks.size(), 0);
    const bool done = control.run(0, tasks.size(), [&](std::uint64_t i, int worker) {
        Meter meter(control);
        counters[static_cast<std::size_t>(worker)]->explore(tasks[i], meter);
        spent[i] = meter.total();
    });

    Spectrum total;
    total.complete = done;
    total.kyouen_free.assign(kMaxStones + 1, 0);
    total.saturated.assign(kMaxStones + 1, 0);
    total.kyouen_free[0] = 1;
    for (std::uint64_t nodes : spent) total.nodes += nodes;
    for (const auto& counter : counters) {
        const Spectrum& part = counter->result;
        for (std::size_t k = 0; k < total.kyouen_free.size(); ++k) {
            total.kyouen_free[k] += part.kyouen_free[k];
            total.saturated[k] += part.saturated[k];
        }
        if (part.largest.size() > total.largest.size()) total.largest = part.largest;
        if (!part.smallest.empty() &&
            (total.smallest.empty() || part.smallest.size() < total.smallest.size()))
            total.smallest = part.smallest;
    }
    while (total.kyouen_free.size() > 1 && total.kyouen_free.back() == 0) {
        total.kyouen_free.pop_back();
        total.saturated.pop_back();
    }
    return total;
}

}  // namespace

Spectrum spectrum(const Board& board, const Limits& limits, const Poll& poll) {
    const int n = board.points();
    if (n < 1 || n > kMaxSearchPoints)
        throw std::invalid_argument("the search holds boards of 1 to 144 points");
    return n <= 64    ? run<1>(board, limits, poll)
           : n <= 128 ? run<2>(board, limits, poll)
                      : run<3>(board, limits, poll);
}

}  // namespace gridproof
