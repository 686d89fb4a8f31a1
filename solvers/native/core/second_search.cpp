#include "second_search.hpp"

#include <algorithm>
#include <stdexcept>

#include "curves.hpp"
#include "saturation.hpp"

namespace gridproof {

namespace {

template <int W>
class ColumnSearch {
public:
    ColumnSearch(const Board& board, const TripleTable<W>& table, const RowQuestion& question, int depth)
        : table_(table), w_(board.width), question_(question), depth_(depth), rows_(question.rows),
          in_row_(static_cast<std::size_t>(rows_), 0), in_column_(static_cast<std::size_t>(w_), 0) {
        for (int x = w_ - 1; x >= 0; --x)
            for (int y = depth; y < rows_; ++y) order_.push_back(y * w_ + x);
    }

    bool run(const std::vector<int>& stones, Meter& meter) {
        meter_ = &meter;
        Bits<W> open;
        for (const int p : order_) open.set(p);
        for (const int p : stones) open = place(p, open);
        return search(0, open);
    }
    const std::vector<int>& stones() const { return stones_; }

private:
    // Puts a stone; returns what is still free.
    Bits<W> place(int p, Bits<W> open) {
        for (std::size_t i = 0; i < stones_.size(); ++i)
            for (std::size_t j = i + 1; j < stones_.size(); ++j) open -= table_.at(p, stones_[i], stones_[j]);
        open.reset(p);
        stones_.push_back(p);
        ++in_row_[static_cast<std::size_t>(p / w_)];
        ++in_column_[static_cast<std::size_t>(p % w_)];
        return open;
    }
    void take_back() {
        const int p = stones_.back();
        stones_.pop_back();
        --in_row_[static_cast<std::size_t>(p / w_)];
        --in_column_[static_cast<std::size_t>(p % w_)];
    }

    // The most stones `count` neighbouring lines can hold, from the most in each of them.
    int most(const std::vector<int>& caps, bool banded) {
        std::vector<int>& sums = sums_;
        sums.assign(caps.size() + 1, 0);
        for (std::size_t j = 1; j < sums.size(); ++j) {
            sums[j] = sums[j - 1] + caps[j - 1];
            for (std::size_t i = 0; banded && i < j; ++i)
                if (j - i < caps.size()) sums[j] = std::min(sums[j], sums[i] + question_.bands[j - i]);
        }
        return sums.back();
    }

    bool enough(const Bits<W>& open) {
        caps_.assign(static_cast<std::size_t>(rows_), 0);
        other_caps_.assign(static_cast<std::size_t>(w_), 0);
        for (Bits<W> rest = open; rest.any();) {
            const int p = rest.pop();
            ++caps_[static_cast<std::size_t>(p / w_)];
            ++other_caps_[static_cast<std::size_t>(p % w_)];
        }
        for (std::size_t y = 0; y < caps_.size(); ++y)
            caps_[y] = static_cast<int>(y) < depth_ ? in_row_[y] : std::min(3, caps_[y] + in_row_[y]);
        if (most(caps_, true) <= question_.best) return false;
        for (std::size_t x = 0; x < other_caps_.size(); ++x)
            other_caps_[x] = std::min(3, other_caps_[x] + in_column_[x]);
        return most(other_caps_, rows_ == w_) > question_.best;
    }

    bool search(std::size_t from, Bits<W> open) {
        if (!meter_->tick()) return false;
        if (static_cast<int>(stones_.size()) > question_.best) return true;
        if (!enough(open)) return false;
        for (std::size_t i = from; i < order_.size() && !meter_->halted(); ++i) {
            const int p = order_[i];
            if (!open.test(p)) continue;
            if (search(i + 1, place(p, open))) return true;
            take_back();
            open.reset(p);
            if (!enough(open)) return false;
        }
        return false;
    }

    const TripleTable<W>& table_;
    int w_;
    const RowQuestion& question_;
    int depth_, rows_;
    std::vector<int> order_, in_row_, in_column_, stones_, caps_, other_caps_, sums_;
    Meter* meter_ = nullptr;
};

template <int W>
class LevelSearch {
public:
    LevelSearch(const Board& board, const TripleTable<W>& table, int k)
        : table_(table), n_(board.points()), k_(k), maps_(symmetries(board)),
          need_(static_cast<std::size_t>(k + 1), n_ - k) {
        for (int s = k - 1; s >= 3; --s)
            need_[static_cast<std::size_t>(s)] = ((s - 2) * need_[static_cast<std::size_t>(s + 1)] + s) / (s + 1);
    }

    // A saturated set of k stones with a chain from the seed; empty if there is none.
    std::vector<int> run(const std::vector<int>& seed, Meter& meter) {
        std::vector<Bits<W>> level{canonical(as_set(seed))}, next;
        for (int s = 3; s <= k_; ++s) {
            next.clear();
            for (const Bits<W>& each : level) {
                if (!meter.tick()) return {};
                const std::vector<int> stones = members(each);
                const Bits<W> covered = coverage(stones, -1);
                const int count = covered.count();
                if (s == k_) {
                    if (count == n_ - k_) return stones;
                    continue;
                }
                grow(stones, covered, count, next);
            }
            std::sort(next.begin(), next.end());
            next.erase(std::unique(next.begin(), next.end()), next.end());
            level.swap(next);
        }
        return {};
    }

private:
    static Bits<W> as_set(const std::vector<int>& stones) {
        Bits<W> out;
        for (const int p : stones) out.set(p);
        return out;
    }
    static std::vector<int> members(Bits<W> set) {
        std::vector<int> out;
        while (set.any()) out.push_back(set.pop());
        return out;
    }

    Bits<W> canonical(const Bits<W>& set) const {
        const std::vector<int> stones = members(set);
        Bits<W> best = set;
        for (const Permutation& map : maps_) {
            Bits<W> image;
            for (const int p : stones) image.set(map[static_cast<std::size_t>(p)]);
            if (image < best) best = image;
        }
        return best;
    }

    // Points that three of the stones, number `without` left out, block.
    Bits<W> coverage(const std::vector<int>& stones, int without) const {
        Bits<W> out;
        const int size = static_cast<int>(stones.size());
        const auto at = [&](int i) { return stones[static_cast<std::size_t>(i)]; };
        for (int i = 0; i < size; ++i)
            for (int j = i + 1; j < size; ++j)
                for (int l = j + 1; l < size; ++l)
                    if (i != without && j != without && l != without) out |= table_.at(at(i), at(j), at(l));
        for (int i = 0; i < size; ++i)
            if (i == without || out.test(at(i))) out.reset(at(i));
        return out;
    }

    void grow(const std::vector<int>& stones, const Bits<W>& covered, int count, std::vector<Bits<W>>& out) const {
        const Bits<W> own = as_set(stones);
        const int least = need_[stones.size() + 1];
        std::vector<int> more = stones;
        more.push_back(-1);
        for (int q = 0; q < n_; ++q) {
            if (own.test(q) || covered.test(q)) continue;
            Bits<W> with = covered;
            for (std::size_t i = 0; i < stones.size(); ++i)
                for (std::size_t j = i + 1; j < stones.size(); ++j) with |= table_.at(q, stones[i], stones[j]);
            with -= own;
            with.reset(q);
            if (with.count() < least) continue;
            more.back() = q;
            bool best = true;
            for (int d = 0; best && d < static_cast<int>(stones.size()); ++d)
                best = coverage(more, d).count() <= count;
            if (!best) continue;
            Bits<W> set = own;
            set.set(q);
            out.push_back(canonical(set));
        }
    }

    const TripleTable<W>& table_;
    int n_, k_;
    std::vector<Permutation> maps_;
    std::vector<int> need_;
};

template <int W>
std::vector<Explored> larger(const Board& board, const RowQuestion& question, const std::vector<RowCube>& cubes,
                             const Limits& limits, const Poll& poll) {
    const TripleTable<W> table{CurveTable(board)};
    return explore_all(cubes.size(), limits, poll, [&](std::size_t i, Meter& meter) {
        ColumnSearch<W> search(board, table, question, cubes[i].depth);
        return search.run(cubes[i].stones, meter) ? search.stones() : std::vector<int>{};
    });
}

template <int W>
std::vector<Explored> saturated(const Board& board, int size, const std::vector<std::vector<int>>& seeds,
                                const Limits& limits, const Poll& poll) {
    const TripleTable<W> table{CurveTable(board)};
    LevelSearch<W> search(board, table, size);
    return explore_all(seeds.size(), limits, poll, [&](std::size_t i, Meter& meter) { return search.run(seeds[i], meter); });
}

void check_points(const Board& board, const std::vector<int>& stones) {
    if (board.width < 1 || board.height < 1 || board.points() > kMaxSearchPoints)
        throw std::invalid_argument("the search holds boards of 1 to 144 points");
    for (const int p : stones)
        if (p < 0 || p >= board.points()) throw std::invalid_argument("a stone outside the board");
}

}  // namespace

std::vector<Explored> any_larger_set(const Board& board, const RowQuestion& question,
                                     const std::vector<RowCube>& cubes, const Limits& limits, const Poll& poll) {
    if (question.rows < 1 || question.rows > board.height ||
        static_cast<int>(question.bands.size()) != question.rows + 1)
        throw std::invalid_argument("expected rows of the board, and a band value for each number of rows");
    for (const RowCube& cube : cubes) {
        check_points(board, cube.stones);
        if (cube.depth < 0 || cube.depth > question.rows) throw std::invalid_argument("rows out of range");
    }
    const int n = board.points();
    return n <= 64    ? larger<1>(board, question, cubes, limits, poll)
           : n <= 128 ? larger<2>(board, question, cubes, limits, poll)
                      : larger<3>(board, question, cubes, limits, poll);
}

std::vector<Explored> any_saturated_set(const Board& board, int size, const std::vector<std::vector<int>>& seeds,
                                        const Limits& limits, const Poll& poll) {
    for (const std::vector<int>& seed : seeds) {
        check_points(board, seed);
        if (size < 3 || seed.size() != 3) throw std::invalid_argument("expected seeds of three stones");
    }
    const int n = board.points();
    return n <= 64    ? saturated<1>(board, size, seeds, limits, poll)
           : n <= 128 ? saturated<2>(board, size, seeds, limits, poll)
                      : saturated<3>(board, size, seeds, limits, poll);
}

}  // namespace gridproof
