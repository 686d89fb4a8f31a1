// Circles and lines through lattice points.
//
// Four points lie on one circle or one line exactly when the determinant with
// the rows (x, y, x^2 + y^2, 1) vanishes. Taking one point as the origin leaves
// a 3 x 3 determinant of coordinate differences. With differences of absolute
// value at most s it is bounded by 8 s^4, so kMaxSpan = 2^30 keeps it below
// 2^123 and every intermediate value inside a signed 128-bit integer. Beyond
// that bound `concyclic` answers OutOfRange and the caller uses exact integers.
//
// A `CurveTable` holds every circle and line of a board with at least four
// board points. Two curves share at most two points, so three points determine
// theirs: `through(i, j, k)` is one look-up.
// Complexity: O(N^4 / 24) determinant evaluations of three products each for N
// points, once per board; memory 2 N^3 / 3 bytes (four bytes per triple).
#pragma once

#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "board.hpp"

namespace gridproof {

inline constexpr std::int64_t kMaxSpan = std::int64_t{1} << 30;

enum class Verdict : std::uint8_t { No = 0, Yes = 1, OutOfRange = 2 };

// xy holds x0 y0 x1 y1 x2 y2 x3 y3; any 64-bit values.
Verdict concyclic(const std::int64_t xy[8]);

struct Curve {
    Bits<4> points;
    bool is_line;
};

class CurveTable {
public:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    explicit CurveTable(const Board& board);

    const Board& board() const { return board_; }
    const std::vector<Curve>& curves() const { return curves_; }
    // Index of the curve with at least four points through three distinct points, or kNone.
    std::uint32_t through(int i, int j, int k) const;

    std::uint64_t circles_with_3() const { return circles3_; }
    std::uint64_t circles_with_4() const { return circles4_; }
    std::uint64_t lines_with_4() const { return lines4_; }
    std::uint64_t bad_tuples() const { return bad_; }
    std::uint64_t bad_tuples_on_lines() const { return bad_lines_; }

private:
    std::size_t triple(int i, int j, int k) const;

    Board board_;
    std::vector<Curve> curves_;
    std::vector<std::uint32_t> index_;
    std::uint64_t circles3_ = 0, circles4_ = 0, lines4_ = 0, bad_ = 0, bad_lines_ = 0;
};

// The search table: for every ordered triple of distinct points a small number
// that names its curve, laid out so that `row(i, j)[k]` walks memory in order of
// k. Number 0 is the empty set: no fourth point, or repeated points.
// Price: 2 N^3 bytes and 8 W bytes a curve (1.2 MB for 9 x 9, 6.8 MB for 12 x 12),
// a quarter of what storing the masks themselves would take.
template <int W>
class TripleTable {
public:
    explicit TripleTable(const CurveTable& table);
    const std::uint16_t* row(int i, int j) const {
        return ids_.data() + (static_cast<std::size_t>(i) * n_ + static_cast<std::size_t>(j)) * n_;
    }
    // All points of a curve, the three that named it included.
    const Bits<W>& mask(std::uint16_t id) const { return masks_[id]; }
    const Bits<W>& at(int i, int j, int k) const { return masks_[row(i, j)[k]]; }

private:
    std::size_t n_;
    std::vector<std::uint16_t> ids_;
    std::vector<Bits<W>> masks_;
};

extern template class TripleTable<1>;
extern template class TripleTable<2>;
extern template class TripleTable<3>;

}  // namespace gridproof
