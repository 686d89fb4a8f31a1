// Largest kyouen-free set of a board, row by row.
//
// Object: sets with at least `target` points in the first H rows, for H = 1, 2,
// ..., h. f(H) is the largest size for H rows; f(1) .. f(H - 1) bound the next.
//
// State: the stones P placed in the rows above r; the free points (no three
// stones of P share a curve with them); for each free point q the word
// conflict[q] of points that P + q blocks. Adding a stone s updates
//   conflict[q] |= curve(s, p, q) for every p in P,
// so two free points of a row are compatible iff neither is in the other's word.
//
// Bounds at a node with rows r .. H - 1 open:
//   - the cap of a row: 0, 1, 2 or 3 by the compatible pairs and triples left;
//   - prefix sums D: D[j] <= D[j - 1] + cap, D[j] <= D[i] + f(j - i) for all i;
//   - with no slack at all, every two open rows must reach their caps together.
// Symmetry: of a set and its upside-down image the one whose upper half holds
// at least as much as its lower half; of a row and its mirror image, in the
// first row that differs, the larger bit pattern.
//
// Complexity: exponential; measured nodes 1.7 M (8 x 8), 6.1 M (9 x 9).
// Price: N words of W * 8 bytes per level, at most 3 h + 1 levels a worker.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "curves.hpp"
#include "parallel.hpp"
#include "random.hpp"

namespace gridproof {

struct Prefix {
    std::vector<int> stones;
    bool symmetric;  // every row so far is its own mirror image
};

template <int W>
class RowSearch {
public:
    static constexpr int kMaxStones = 64;

    RowSearch(const Board& board, const TripleTable<W>& table)
        : table_(table), w_(board.width), h_(board.height),
          levels_(static_cast<std::size_t>(3 * board.height + 2)),
          row_mask_(static_cast<std::size_t>(board.height)),
          top_(static_cast<std::size_t>(board.height + 1)) {
        for (Level& level : levels_)
            level.conflict.resize(static_cast<std::size_t>(board.points()));
        for (int y = 0; y < h_; ++y)
            for (int x = 0; x < w_; ++x) row_mask_[static_cast<std::size_t>(y)].set(y * w_ + x);
    }

    // Records the partial boards after `rows` rows that pass every bound.
    std::vector<Prefix> prefixes(int rows_open, int rows, int best, const std::vector<int>& bands,
                                 Meter& meter) {
        return descend({{}, true}, rows_open, 0, rows, best, bands, meter);
    }

    // Explores one prefix; returns the best size found, or `best` if none beats it.
    int explore(const Prefix& prefix, int rows_open, int rows, int best,
                const std::vector<int>& bands, Meter& meter) {
        start(rows_open, best, bands, meter);
        replay(prefix, rows);
        row(rows, prefix.symmetric);
        return best_;
    }

    // Every way to fill the next row of a prefix, bounds or no bounds.
    std::vector<Prefix> children(const Prefix& prefix, int rows_open, int rows, Meter& meter) {
        std::vector<Prefix> out;
        const std::vector<int> none(static_cast<std::size_t>(rows_open + 1), 0);
        start(rows_open, 0, none, meter);
        replay(prefix, rows);
        cut_ = rows + 1;
        out_ = &out;
        for (int count = std::min(3, w_); count >= 0; --count) fill(rows, count, 0, 0, prefix.symmetric);
        return out;
    }

    // An unbiased estimate of the nodes `explore` would visit: one random descent, the
    // product of the numbers of children summed on the way (Knuth 1975). Saturates.
    std::uint64_t probe(Prefix prefix, int rows_open, int rows, int best,
                        const std::vector<int>& bands, Random& random, Meter& meter) {
        std::uint64_t total = 1, weight = 1;
        while (rows < rows_open) {
            const std::vector<Prefix> next = descend(prefix, rows_open, rows, rows + 1, best, bands, meter);
            if (next.empty()) break;
            constexpr std::uint64_t most = std::uint64_t{1} << 62;
            weight = weight > most / next.size() ? most : weight * next.size();
            total = total > most - weight ? most : total + weight;
            prefix = next[static_cast<std::size_t>(random.below(next.size()))];
            ++rows;
        }
        return total;
    }

    const std::vector<int>& witness() const { return witness_; }

private:
    struct Level {
        Bits<W> free;
        std::vector<Bits<W>> conflict;
    };

    Level& level(int i) { return levels_[static_cast<std::size_t>(i)]; }
    int band(int i) const { return (*bands_)[static_cast<std::size_t>(i)]; }
    int& top(int i) { return top_[static_cast<std::size_t>(i)]; }
    static Bits<W>& at(Level& level, int q) { return level.conflict[static_cast<std::size_t>(q)]; }

    void start(int rows_open, int best, const std::vector<int>& bands, Meter& meter) {
        rows_ = rows_open;
        best_ = best;
        bands_ = &bands;
        meter_ = &meter;
        size_ = 0;
        Level& root = level(0);
        root.free = {};
        for (int q = 0; q < w_ * rows_; ++q) {
            root.free.set(q);
            at(root, q) = {};
        }
    }

    void replay(const Prefix& prefix, int rows) {
        cut_ = -1;
        int y = 0;
        for (int stone : prefix.stones) {
            for (; y < stone / w_; ++y) close_row(y);
            push(stone);
        }
        for (; y < rows; ++y) close_row(y);
    }

    std::vector<Prefix> descend(const Prefix& prefix, int rows_open, int rows, int cut, int best,
                                const std::vector<int>& bands, Meter& meter) {
        std::vector<Prefix> out;
        start(rows_open, best, bands, meter);
        replay(prefix, rows);
        cut_ = cut;
        out_ = &out;
        row(rows, prefix.symmetric);
        return out;
    }

    void push(int stone) {
        Level& from = level(size_);
        Level& to = level(size_ + 1);
        to.free = from.free - at(from, stone);
        to.free.reset(stone);
        const std::uint16_t* curve[kMaxStones];
        for (int i = 0; i < size_; ++i) curve[i] = table_.row(stone, stones_[i]);
        for (Bits<W> rest = to.free; rest.any();) {
            const int q = rest.pop();
            Bits<W> word = at(from, q);
            for (int i = 0; i < size_; ++i) word |= table_.mask(curve[i][q]);
            at(to, q) = word;
        }
        stones_[size_++] = stone;
    }

    void close_row(int y) {
        top(y) = y == 0 ? 0 : top(y);
        Level& now = level(size_);
        now.free -= row_mask_[static_cast<std::size_t>(y)];
        top(y + 1) = size_;
    }

    std::uint32_t row_bits(const Bits<W>& set, int y) const { return set.slice(y * w_, w_); }

    // The most points row y can still take: 0 to 3.
    int cap(Level& now, int y) {
        const std::uint32_t open = row_bits(now.free, y);
        if (open == 0) return 0;
        int best = 1;
        for (std::uint32_t rest = open; rest != 0; rest &= rest - 1) {
            const int a = y * w_ + std::countr_zero(rest);
            const std::uint32_t partners = rest & (rest - 1) & ~row_bits(at(now, a), y);
            if (partners == 0) continue;
            best = 2;
            for (std::uint32_t more = partners; more != 0; more &= more - 1) {
                const int b = y * w_ + std::countr_zero(more);
                if ((more & (more - 1) & ~row_bits(at(now, b), y)) != 0) return 3;
            }
        }
        return best;
    }

    // Can rows y and z together take cap_y and cap_z (each 1 or 2) points?
    // A relaxation: the second pair is tested against the first only by blocking.
    bool reach_together(Level& now, int y, int cap_y, int z, int cap_z) {
        const std::uint32_t open_y = row_bits(now.free, y), open_z = row_bits(now.free, z);
        for (std::uint32_t rest = open_y; rest != 0; rest &= rest - 1) {
            const int a = y * w_ + std::countr_zero(rest);
            const std::uint32_t left_a = open_z & ~row_bits(at(now, a), z);
            if (left_a == 0) continue;
            if (cap_y == 1) {
                if (holds(now, z, left_a, cap_z)) return true;
                continue;
            }
            std::uint32_t partners = rest & (rest - 1) & ~row_bits(at(now, a), y);
            for (; partners != 0; partners &= partners - 1) {
                const int b = y * w_ + std::countr_zero(partners);
                const std::uint32_t left_b = left_a & ~row_bits(at(now, b), z);
                if (left_b == 0) continue;
                const std::uint16_t* curve = table_.row(a, b);
                Bits<W> blocked;
                for (int i = 0; i < size_; ++i) blocked |= table_.mask(curve[stones_[i]]);
                if (holds(now, z, left_b & ~row_bits(blocked, z), cap_z)) return true;
            }
        }
        return false;
    }

    bool holds(Level& now, int z, std::uint32_t open, int cap_z) {
        if (open == 0) return false;
        if (cap_z == 1) return true;
        for (; open != 0; open &= open - 1) {
            const int c = z * w_ + std::countr_zero(open);
            if ((open & (open - 1) & ~row_bits(at(now, c), z)) != 0) return true;
        }
        return false;
    }

    // Can the open rows y .. rows_ - 1 still bring the set to `need` points?
    bool reachable(int y, int need) {
        Level& now = level(size_);
        int most[kMaxPoints + 1], caps[kMaxPoints + 1];
        for (int i = 0; i <= y; ++i) most[i] = top(i);
        int sum = size_;
        for (int j = y + 1; j <= rows_; ++j) {
            caps[j - 1] = cap(now, j - 1);
            sum += caps[j - 1];
            int value = most[j - 1] + caps[j - 1];
            for (int i = 0; i < j; ++i) value = std::min(value, most[i] + band(j - i));
            most[j] = value;
            if (value + band(rows_ - j) < need) return false;
        }
        if (sum > need) return true;
        for (int i = y; i < rows_; ++i)
            for (int j = i + 1; j < rows_; ++j) {
                if (caps[i] == 0 || caps[j] == 0 || caps[i] == 3 || caps[j] == 3) continue;
                if (caps[i] + caps[j] > 2 && !reach_together(now, i, caps[i], j, caps[j]))
                    return false;
            }
        return true;
    }

    // Upper half at least as large as the lower half.
    bool halves_possible(int y, int need) {
        const int half = rows_ / 2;
        const bool odd = rows_ % 2 == 1;
        if (y <= half) {
            const int upper = std::min(size_ + band(half - y), size_ + band(1) * (half - y));
            const int middle = !odd ? 0 : y == half ? cap(level(size_), y) : band(1);
            return 2 * upper + middle >= need;
        }
        return !odd || y != half + 1 || top(half) + size_ >= need;
    }

    void row(int y, bool symmetric) {
        if (y == cut_) {
            out_->push_back({std::vector<int>(stones_, stones_ + size_), symmetric});
            return;
        }
        if (!meter_->tick()) return;
        top(y) = size_;
        if (y == rows_) {
            if (size_ > best_) {
                best_ = size_;
                witness_.assign(stones_, stones_ + size_);
            }
            return;
        }
        const int need = best_ + 1;
        if (!halves_possible(y, need) || !reachable(y, need)) return;

        const int lower = rows_ / 2 + rows_ % 2;
        int most = 3;
        if (y >= lower) most = std::min(most, top(rows_ / 2) - (size_ - top(lower)));
        for (int count = std::min(most, 3); count >= 0; --count) fill(y, count, 0, 0, symmetric);
    }

    // Chooses `count` more points of row y at or right of column `from`.
    void fill(int y, int count, int from, std::uint32_t pattern, bool symmetric) {
        if (count == 0) {
            bool still = symmetric;
            if (symmetric) {
                std::uint32_t mirror = 0;
                for (int x = 0; x < w_; ++x) mirror |= (pattern >> x & 1U) << (w_ - 1 - x);
                if (pattern < mirror) return;
                still = pattern == mirror;
            }
            const Bits<W> saved = level(size_).free;
            level(size_).free -= row_mask_[static_cast<std::size_t>(y)];
            row(y + 1, still);
            level(size_).free = saved;
            return;
        }
        std::uint32_t open = row_bits(level(size_).free, y) >> from << from;
        for (; open != 0 && !meter_->halted(); open &= open - 1) {
            const int x = std::countr_zero(open);
            push(y * w_ + x);
            fill(y, count - 1, x + 1, pattern | 1U << x, symmetric);
            --size_;
        }
    }

    const TripleTable<W>& table_;
    int w_, h_;
    std::vector<Level> levels_;
    std::vector<Bits<W>> row_mask_;
    std::vector<int> top_;  // [y]: stones in the rows above y
    int stones_[kMaxStones] = {};
    int size_ = 0;
    int rows_ = 0, best_ = 0, cut_ = -1;
    const std::vector<int>* bands_ = nullptr;
    Meter* meter_ = nullptr;
    std::vector<Prefix>* out_ = nullptr;
    std::vector<int> witness_;
};

}  // namespace gridproof
