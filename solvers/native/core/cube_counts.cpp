#include "cube_counts.hpp"

#include <stdexcept>

#include "curves.hpp"

namespace gridproof {

namespace {

class Counter {
public:
    Counter(const Board& board, CubeCounts& out) : table_(CurveTable(board)), n_(board.points()), out_(out) {
        out_.kyouen_free.assign(static_cast<std::size_t>(n_ + 1), 0);
        out_.saturated = out_.kyouen_free;
    }

    void run(const std::vector<int>& stones, int from, Meter& meter) {
        meter_ = &meter;
        Bits<1> free;
        for (int p = 0; p < n_; ++p) free.set(p);
        for (const int p : stones) {
            if (!free.test(p)) return;  // not kyouen-free, or a stone twice
            free = place(p, free);
        }
        visit(from, free);
    }

private:
    Bits<1> place(int p, Bits<1> free) {
        for (std::size_t i = 0; i < stones_.size(); ++i) {
            const std::uint16_t* row = table_.row(p, stones_[i]);
            for (std::size_t j = i + 1; j < stones_.size(); ++j) free -= table_.mask(row[stones_[j]]);
        }
        free.reset(p);
        stones_.push_back(p);
        return free;
    }

    // `free`: points of the whole board that can be added.
    void visit(int from, const Bits<1>& free) {
        if (!meter_->tick()) return;
        ++out_.kyouen_free[stones_.size()];
        if (!free.any()) ++out_.saturated[stones_.size()];
        for (Bits<1> rest = free; rest.any();) {
            const int p = rest.pop();
            if (p < from) continue;
            const Bits<1> next = place(p, free);
            visit(p + 1, next);
            stones_.pop_back();
        }
    }

    TripleTable<1> table_;
    int n_;
    CubeCounts& out_;
    std::vector<int> stones_;
    Meter* meter_ = nullptr;
};

}  // namespace

CubeCounts count_cube(const Board& board, const RowCube& cube, const Limits& limits, const Poll& poll) {
    if (board.width < 1 || board.height < 1 || board.points() > 64)
        throw std::invalid_argument("sets are counted on boards of 1 to 64 points");
    const int from = cube.depth * board.width;
    if (cube.depth < 0 || cube.depth > board.height) throw std::invalid_argument("rows out of range");
    for (const int p : cube.stones)
        if (p < 0 || p >= from) throw std::invalid_argument("a stone outside the rows of its cube");
    CubeCounts out;
    Limits one = limits;
    one.workers = 1;
    Control control(one, poll);
    Counter counter(board, out);
    out.complete = control.run(0, 1, [&](std::uint64_t, int) {
        Meter meter(control);
        counter.run(cube.stones, from, meter);
    });
    return out;
}

}  // namespace gridproof
