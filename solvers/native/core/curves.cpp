#include "curves.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace gridproof {

namespace {

__extension__ typedef __int128 int128;

// Coefficients of the circle (or line) through three board points as a function
// of a fourth one: a (x^2 + y^2) + b x + c y + d. Board coordinates are below
// 256, so every value stays below 2^50.
struct Equation {
    std::int64_t a, b, c, d;

    std::int64_t at(std::int64_t x, std::int64_t y) const {
        return a * (x * x + y * y) + b * x + c * y + d;
    }
};

Equation equation(const Board& board, int i, int j, int k) {
    const std::int64_t x0 = board.x(i), y0 = board.y(i), s0 = x0 * x0 + y0 * y0;
    const std::int64_t x1 = board.x(j) - x0, y1 = board.y(j) - y0;
    const std::int64_t x2 = board.x(k) - x0, y2 = board.y(k) - y0;
    const std::int64_t s1 = board.x(j) * board.x(j) + board.y(j) * board.y(j) - s0;
    const std::int64_t s2 = board.x(k) * board.x(k) + board.y(k) * board.y(k) - s0;
    const std::int64_t a = x1 * y2 - x2 * y1;
    const std::int64_t b = y1 * s2 - y2 * s1;
    const std::int64_t c = s1 * x2 - s2 * x1;
    return {a, b, c, -(a * s0 + b * x0 + c * y0)};
}

std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
    std::uint64_t value = 1;
    for (std::uint64_t i = 0; i < k; ++i) value = value * (n - i) / (i + 1);
    return value;
}

}  // namespace

Verdict concyclic(const std::int64_t xy[8]) {
    std::int64_t dx[3], dy[3];
    for (int i = 0; i < 3; ++i) {
        const int128 x = static_cast<int128>(xy[2 * i]) - xy[6];
        const int128 y = static_cast<int128>(xy[2 * i + 1]) - xy[7];
        if (x > kMaxSpan || x < -kMaxSpan || y > kMaxSpan || y < -kMaxSpan) return Verdict::OutOfRange;
        dx[i] = static_cast<std::int64_t>(x);
        dy[i] = static_cast<std::int64_t>(y);
    }
    // Two of the differences span at most 2 kMaxSpan, but only those from the
    // last point enter the determinant; each is at most kMaxSpan.
    int128 sum = 0;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const int128 norm = static_cast<int128>(dx[i]) * dx[i] + static_cast<int128>(dy[i]) * dy[i];
        const int128 minor = static_cast<int128>(dx[j]) * dy[k] - static_cast<int128>(dx[k]) * dy[j];
        sum += norm * minor;
    }
    return sum == 0 ? Verdict::Yes : Verdict::No;
}

std::size_t CurveTable::triple(int i, int j, int k) const {
    // Colexicographic rank of i < j < k.
    const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j),
               c = static_cast<std::size_t>(k);
    return c * (c - 1) * (c - 2) / 6 + b * (b - 1) / 2 + a;
}

std::uint32_t CurveTable::through(int i, int j, int k) const {
    std::array<int, 3> p{i, j, k};
    std::sort(p.begin(), p.end());
    return index_[triple(p[0], p[1], p[2])];
}

CurveTable::CurveTable(const Board& board) : board_(board) {
    const int n = board.points();
    if (board.width < 1 || board.height < 1 || board.width > kMaxPoints ||
        board.height > kMaxPoints || n > kMaxPoints)
        throw std::invalid_argument("a curve table holds boards of 1 to 256 points");
    index_.assign(choose(static_cast<std::uint64_t>(n), 3), kNone);
    std::vector<std::int64_t> x, y;
    for (int p = 0; p < n; ++p) {
        x.push_back(board.x(p));
        y.push_back(board.y(p));
    }
    std::vector<int> members;
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j)
            for (int k = j + 1; k < n; ++k) {
                if (index_[triple(i, j, k)] != kNone) continue;
                const Equation e = equation(board, i, j, k);
                members.assign({i, j, k});
                for (int l = k + 1; l < n; ++l)
                    if (e.at(x[static_cast<std::size_t>(l)], y[static_cast<std::size_t>(l)]) == 0)
                        members.push_back(l);
                const bool is_line = e.a == 0;
                if (members.size() < 4) {
                    if (!is_line) ++circles3_;
                    continue;
                }
                Curve curve{{}, is_line};
                for (int p : members) curve.points.set(p);
                const auto id = static_cast<std::uint32_t>(curves_.size());
                curves_.push_back(curve);
                for (std::size_t a = 0; a < members.size(); ++a)
                    for (std::size_t b = a + 1; b < members.size(); ++b)
                        for (std::size_t c = b + 1; c < members.size(); ++c)
                            index_[triple(members[a], members[b], members[c])] = id;
                const std::uint64_t tuples = choose(members.size(), 4);
                bad_ += tuples;
                if (is_line) {
                    ++lines4_;
                    bad_lines_ += tuples;
                } else {
                    ++circles3_;
                    ++circles4_;
                }
            }
}

template <int W>
TripleTable<W>::TripleTable(const CurveTable& table)
    : n_(static_cast<std::size_t>(table.board().points())), ids_(n_ * n_ * n_, 0), masks_(1) {
    if (table.curves().size() > 0xFFFF)
        throw std::invalid_argument("a search table holds boards of at most 65535 curves");
    for (const Curve& curve : table.curves()) {
        const auto id = static_cast<std::uint16_t>(masks_.size());
        std::vector<std::size_t> members;
        masks_.emplace_back();
        for (Bits<4> rest = curve.points; rest.any();) {
            const int p = rest.pop();
            members.push_back(static_cast<std::size_t>(p));
            masks_.back().set(p);
        }
        for (std::size_t i : members)
            for (std::size_t j : members)
                for (std::size_t k : members)
                    if (i != j && j != k && i != k) ids_[(i * n_ + j) * n_ + k] = id;
    }
}

template class TripleTable<1>;
template class TripleTable<2>;
template class TripleTable<3>;

}  // namespace gridproof
