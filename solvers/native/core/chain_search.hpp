// Smallest saturated set of a board, by deletion chains.
//
// Object: saturated sets of exactly k points, k = 1, 2, ... until one exists.
// Let c(S) be the number of points that three stones of S block. A saturated
// k-set blocks all N - k other points. Two triples of a kyouen-free set that
// block the same point share at most one stone (sharing two would put four
// stones on one curve), so deleting a stone d loses the points all of whose
// triples contain d, and
//     sum over d of loss(d) = 3 c(S) - e(S),
// where a point blocked once adds 0 to the excess e, a point blocked twice or
// more adds 2, or 3 if no stone is common to its triples. Both c and e only
// grow with S. Deleting the stone of least loss therefore leaves
//     c(S - d) >= c(S) - (3 c(S) - e(S)) / |S|,
// which read upwards says: a set of s stones with excess e reaches a saturated
// k-set along such a chain only if c >= need[s][e], with
//     need[k][e] = N - k,  need[s][e] = ceil(((s - 2) need[s + 1][e] + e) / (s + 1)).
//
// Search: sets are built upwards along the chain, so the new stone must be a
// best deletion of the new set; among equals the one with the smallest image in
// the canonical form decides (McKay's canonical augmentation), which makes each
// set appear once up to the symmetries of the board. For the set S = R + last,
// c(R + q) <= c(S) is necessary for a child S + q and known from R's gains.
// The last stone is found by intersecting, over the unblocked points, the sets
// of stones that would block them.
//
// A node is a set that passes all of this and has a candidate for extension.
// Complexity: exponential; nodes for "no saturated k-set" are in the tests.
// Price: the triple table, the sizes of its curves (N^3 bytes), N words a level and worker.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "board.hpp"
#include "chain_tables.hpp"
#include "parallel.hpp"
#include "random.hpp"
#include "saturation.hpp"

namespace gridproof {

struct Seed {
    std::array<int, 3> stones;
    int covered;
};

template <int W>
class ChainSearch {
public:
    static constexpr int kMaxSize = 16;
    // A sum of at most kMaxSize - 2 curve sizes, each below 16, fits a byte.
    static constexpr int kLanes = (kMaxSearchPoints + 7) / 8;

    ChainSearch(const ChainTables<W>& tables, int k) : t_(tables), n_(tables.n), k_(k) {
        for (Level& level : levels_) {
            level.conflict.resize(static_cast<std::size_t>(n_));
            level.gain.resize(static_cast<std::size_t>(n_ + 1));
            level.gain_of.resize(static_cast<std::size_t>(n_));
        }
        need_.assign(static_cast<std::size_t>(k + 1),
                     std::vector<int>(static_cast<std::size_t>(3 * n_ + 1), n_ - k));
        for (int s = k - 1; s >= 3; --s)
            for (int e = 0; e <= 3 * n_; ++e) need(s, e) = ((s - 2) * need(s + 1, e) + e + s) / (s + 1);
    }

    std::vector<Seed> seeds() {
        std::vector<Seed> out;
        for (int i = 0; i < n_; ++i)
            for (int j = i + 1; j < n_; ++j)
                for (int l = j + 1; l < n_; ++l) {
                    const int covered = std::max(0, t_.curves.at(i, j, l).count() - 3);
                    if (covered < need(3, 0)) continue;
                    const int p[3] = {i, j, l};
                    const Bits<W> own = t_.image(0, p, 3);
                    bool least = true;
                    for (std::size_t g = 1; least && g < t_.maps.size(); ++g)
                        least = !(t_.image(g, p, 3) < own);
                    if (least) out.push_back({{i, j, l}, covered});
                }
        std::stable_sort(out.begin(), out.end(),
                         [](const Seed& a, const Seed& b) { return a.covered > b.covered; });
        return out;
    }

    // Explores the chains above a seed; true when a saturated k-set was found. Of the
    // seed's children only every `parts`-th, from number `part` on, is followed.
    bool explore(const Seed& seed, Meter& meter, std::uint64_t part = 0, std::uint64_t parts = 1) {
        random_ = nullptr;
        part_ = part;
        parts_ = parts;
        return run(seed, meter);
    }

    // An unbiased estimate of the nodes `explore` would visit: one random descent, the
    // product of the numbers of children summed on the way (Knuth 1975). Saturates.
    std::uint64_t probe(const Seed& seed, Random& random, Meter& meter, std::uint64_t part = 0,
                        std::uint64_t parts = 1) {
        random_ = &random;
        part_ = part;
        parts_ = parts;
        total_ = weight_ = 1;
        run(seed, meter);
        return total_;
    }

    std::vector<int> witness() const { return {stones_, stones_ + k_}; }

private:
    bool run(const Seed& seed, Meter& meter) {
        meter_ = &meter;
        found_ = false;
        std::copy(seed.stones.begin(), seed.stones.end(), stones_);
        size_ = 3;
        Level& root = level(3);
        Bits<W> curve = t_.curves.at(stones_[0], stones_[1], stones_[2]);
        for (int i = 0; i < 3; ++i) curve.reset(stones_[i]);
        root.covered = root.once = curve;
        root.blocked = seed.covered;
        root.excess = 0;
        root.free = t_.all - curve;
        for (int i = 0; i < 3; ++i) {
            root.free.reset(stones_[i]);
            root.without[i] = {};
            root.order[i] = i;
        }
        root.allowed = root.free;
        for (Bits<W> rest = root.free; rest.any();) {
            const int q = rest.pop();
            root.word(q) = t_.curves.at(stones_[0], stones_[1], q) |
                           t_.curves.at(stones_[0], stones_[2], q) |
                           t_.curves.at(stones_[1], stones_[2], q);
        }
        if (k_ == 3) {
            if (!root.free.any()) succeed();
        } else if (k_ == 4) {
            last_stone();
        } else {
            extend();
        }
        return found_;
    }

    struct Level {
        Bits<W> free;                // not a stone, not blocked
        Bits<W> covered;             // blocked points
        Bits<W> once;                // blocked by exactly one triple
        Bits<W> allowed;             // free points that the chain rule admits as next stone
        Bits<W> without[kMaxSize];   // blocked points after deleting stone i
        int order[kMaxSize];         // stones by the size of `without`, largest first
        int blocked, excess;
        std::vector<Bits<W>> conflict;  // [q]: points that q and two stones block
        std::vector<Bits<W>> gain;      // [g]: points that would block g new ones
        std::vector<int> gain_of;       // [q]: its gain
        Bits<W>& word(int q) { return conflict[static_cast<std::size_t>(q)]; }
    };

    Level& level(int s) { return levels_[static_cast<std::size_t>(s)]; }
    int& need(int s, int e) {
        return need_[static_cast<std::size_t>(s)][static_cast<std::size_t>(e)];
    }

    void succeed() {
        found_ = true;
        meter_->halt();
    }

    // Points q of `from` that could block `least` new points besides stones_[0 .. size_):
    // an upper bound from R's words and the sizes of the curves through the last stone.
    Bits<W> promising(const Level& parent, const Bits<W>& free, Bits<W> from, int size, int least) const {
        std::uint64_t sum[kLanes];
        const std::uint64_t* row[kMaxSize];
        for (int i = 0; i + 1 < size; ++i) row[i] = t_.sizes(stones_[size - 1], stones_[i]);
        for (std::size_t lane = 0; lane < t_.stride(); ++lane) {
            std::uint64_t lanes = 0;
            for (int i = 0; i + 1 < size; ++i) lanes += row[i][lane];
            sum[lane] = lanes;
        }
        const auto* bytes = reinterpret_cast<const unsigned char*>(sum);
        Bits<W> out;
        while (from.any()) {
            const int q = from.pop();
            if (bytes[q] + parent.gain_of[static_cast<std::size_t>(q)] < least) continue;
            Bits<W> fresh = parent.conflict[static_cast<std::size_t>(q)] & free;
            fresh.reset(q);
            if (bytes[q] + fresh.count() >= least) out.set(q);
        }
        return out;
    }

    // Symmetries other than the identity that fix the current set.
    int stabiliser(std::size_t* out) const {
        const Bits<W> own = t_.image(0, stones_, size_);
        int count = 0;
        for (std::size_t g = 1; g < t_.maps.size(); ++g) {
            int i = 0;
            while (i < size_ && own.test(t_.maps[g][static_cast<std::size_t>(stones_[i])])) ++i;
            if (i == size_) out[count++] = g;
        }
        return count;
    }

    void extend() {
        if (!meter_->tick()) return;
        Level& now = level(size_);
        const bool last_but_one = size_ == k_ - 2;
        std::size_t fix[8];
        const int fixes = stabiliser(fix);
        const std::uint16_t* curve[kMaxSize];
        for (int i = 0; i + 1 < size_; ++i) curve[i] = t_.curves.row(stones_[size_ - 1], stones_[i]);

        Bits<W> at_most;  // free points whose gain is at most the present one
        int top_gain = 0;
        now.gain[0] = {};
        for (Bits<W> rest = last_but_one ? now.allowed : now.free; rest.any();) {
            const int q = rest.pop();
            if (last_but_one && size_ > 3) {
                Bits<W> word = level(size_ - 1).word(q);
                for (int i = 0; i + 1 < size_; ++i) word |= t_.curves.mask(curve[i][q]);
                now.word(q) = word;
            }
            Bits<W> fresh = now.word(q) & now.free;
            fresh.reset(q);
            const int gain = fresh.count();
            for (; top_gain < gain; ++top_gain) now.gain[static_cast<std::size_t>(top_gain + 1)] = {};
            now.gain[static_cast<std::size_t>(gain)].set(q);
            now.gain_of[static_cast<std::size_t>(q)] = gain;
            at_most.set(q);
        }
        const int least = need(size_ + 1, now.excess) - now.blocked;
        Bits<W> done;
        std::vector<Child> children;
        std::uint64_t number = 0;
        for (int gain = top_gain; gain >= std::max(least, 0) && !meter_->halted(); --gain) {
            for (Bits<W> rest = now.gain[static_cast<std::size_t>(gain)] & now.allowed; rest.any() && !meter_->halted();) {
                const int p = rest.pop();
                if (done.test(p)) continue;
                for (int i = 0; i < fixes; ++i)
                    done.set(t_.maps[fix[i]][static_cast<std::size_t>(p)]);
                if (!admits(now, p, gain, at_most)) continue;
                if (size_ == 3 && number++ % parts_ != part_) continue;
                if (random_ == nullptr) follow(now, p);
                else children.push_back({p, gain, at_most});
            }
            at_most -= now.gain[static_cast<std::size_t>(gain)];
        }
        if (children.empty()) return;
        constexpr std::uint64_t most = std::uint64_t{1} << 62;
        weight_ = weight_ > most / children.size() ? most : weight_ * children.size();
        total_ = total_ > most - weight_ ? most : total_ + weight_;
        const Child& chosen = children[static_cast<std::size_t>(random_->below(children.size()))];
        admits(now, chosen.stone, chosen.gain, chosen.at_most);
        follow(now, chosen.stone);
    }

    struct Child {
        int stone, gain;
        Bits<W> at_most;
    };

    // Fills the next level with the set and stone p; false if no chain goes there.
    bool admits(Level& now, int p, int gain, const Bits<W>& at_most) {
        Level& next = level(size_ + 1);
        next.blocked = now.blocked + gain;
        const Bits<W> word = now.word(p);
        const int excess = now.excess + 2 * (word & now.once).count();
        if (next.blocked < need(size_ + 1, std::min(excess, 3 * n_))) return false;
        next.covered = now.covered | (word & now.free);
        next.covered.reset(p);
        next.free = now.free - word;
        next.free.reset(p);
        next.allowed = next.free & at_most;
        const bool third_last = size_ + 1 == k_ - 2;
        stones_[size_] = p;
        if (third_last) {
            const int least = need(k_ - 1, std::min(excess, 3 * n_)) - next.blocked;
            next.allowed = promising(now, next.free, next.allowed, size_ + 1, least);
            if (!next.allowed.any()) return false;
        }
        return canonical_deletion(now, next, p);
    }

    void follow(Level& now, int p) {
        Level& next = level(size_ + 1);
        ++size_;
        if (size_ == k_ - 1) {
            if (meter_->tick()) last_stone();
        } else {
            if (size_ < k_ - 2) {
                const std::uint16_t* curve[kMaxSize];
                for (int i = 0; i + 1 < size_; ++i) curve[i] = t_.curves.row(p, stones_[i]);
                for (Bits<W> rest = next.free; rest.any();) {
                    const int q = rest.pop();
                    Bits<W> more = now.word(q);
                    for (int i = 0; i + 1 < size_; ++i) more |= t_.curves.mask(curve[i][q]);
                    next.word(q) = more;
                }
            }
            extend();
        }
        if (!found_) --size_;
    }

    // Is p, just added as stone number size_, the canonical best deletion of the
    // new set? Fills the new level's `without`, `order`, `once` and `excess`.
    bool canonical_deletion(const Level& now, Level& next, int p) {
        const int size = size_;
        for (int i = 0; i < size; ++i) {
            const std::uint16_t* row = t_.curves.row(p, stones_[i]);
            for (int j = i + 1; j < size; ++j) pair_[i][j] = pair_[j][i] = t_.curves.mask(row[stones_[j]]);
        }
        int lost = next.blocked - now.blocked;
        int equal[kMaxSize], equals = 0;
        for (int x = 0; x < size; ++x) {
            const int d = now.order[x];
            Bits<W> left = now.without[d];
            int others[kMaxSize], count = 0;
            for (int i = 0; i < size; ++i)
                if (i != d) others[count++] = i;
            for (int i = 0; i < count; ++i)
                for (int j = i + 1; j < count; ++j) left |= pair_[others[i]][others[j]];
            left &= next.covered;
            const int blocked = left.count();
            if (blocked > now.blocked) return false;
            if (blocked == now.blocked) equal[equals++] = d;
            lost += next.blocked - blocked;
            next.without[d] = left;
        }
        next.without[size] = now.covered;
        next.excess = 3 * next.blocked - lost;
        if (next.blocked < need(size + 1, next.excess)) return false;
        if (equals > 0 && !first_in_canonical_form(p, equal, equals)) return false;

        Bits<W> once, twice;
        for (int i = 0; i < size; ++i)
            for (int j = i + 1; j < size; ++j) {
                twice |= once & pair_[i][j];
                once |= pair_[i][j];
            }
        next.once = ((now.once - once) | ((once - twice) - now.covered)) & next.covered;
        int left[kMaxSize];
        for (int d = 0; d <= size; ++d) {
            left[d] = next.without[d].count();
            int at = d;
            for (; at > 0 && left[next.order[at - 1]] < left[d]; --at) next.order[at] = next.order[at - 1];
            next.order[at] = d;
        }
        return true;
    }

    // Under a symmetry that minimises the image of the set, is p's image below
    // those of the other best deletions?
    bool first_in_canonical_form(int p, const int* equal, int equals) const {
        Bits<W> least;
        bool any = false, first = false;
        for (std::size_t g = 0; g < t_.maps.size(); ++g) {
            const Bits<W> image = t_.image(g, stones_, size_ + 1);
            if (any && least < image) continue;
            if (!any || image < least) {
                any = true;
                least = image;
                first = false;
            }
            const int own = t_.maps[g][static_cast<std::size_t>(p)];
            bool below = true;
            for (int i = 0; i < equals; ++i)
                below = below && own < t_.maps[g][static_cast<std::size_t>(stones_[equal[i]])];
            first = first || below;
        }
        return first;
    }

    // size_ == k - 1: a last stone must block every other unblocked point. The
    // words of the level below are complete; two stones may be missing in them.
    void last_stone() {
        Level& now = level(size_);
        const int base = std::max(3, size_ - 2);
        Bits<W> candidates = now.free;
        for (Bits<W> rest = now.free; rest.any() && candidates.any();) {
            const int u = rest.pop();
            Bits<W> word = level(base).word(u);
            for (int s = base; s < size_; ++s) {
                const std::uint16_t* row = t_.curves.row(stones_[s], u);
                for (int i = 0; i < s; ++i) word |= t_.curves.mask(row[stones_[i]]);
            }
            word.set(u);
            candidates &= word;
        }
        if (candidates.any()) {
            stones_[size_++] = candidates.first();
            succeed();
        }
    }

    const ChainTables<W>& t_;
    int n_, k_;
    std::array<Level, kMaxSize + 1> levels_;
    std::vector<std::vector<int>> need_;
    Bits<W> pair_[kMaxSize][kMaxSize];  // curves of the new stone and two others
    int stones_[kMaxSize + 1] = {};
    int size_ = 0;
    bool found_ = false;
    Meter* meter_ = nullptr;
    std::uint64_t part_ = 0, parts_ = 1;
    Random* random_ = nullptr;  // probing: where one child of each node is chosen
    std::uint64_t weight_ = 1, total_ = 1;
};

}  // namespace gridproof
