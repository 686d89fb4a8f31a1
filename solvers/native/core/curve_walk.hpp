// Walking the lattice points of a board on the circle or line through three of them.
//
// With one of the points as origin a circle is D (x^2 + y^2) + E x + F y = 0 with
// gcd(D, E, F) = 1, so its lattice points lie in the lattice E x + F y = 0 (mod D) of index D.
// Along a shortest vector v of that lattice every row meets the circle at most twice, and the
// board meets about side |v| / D rows, few for most circles. A line is walked in its primitive
// step. `CurveMemo` keeps each curve of a small board once walked.
//
// Overflow, for sides up to 128: coordinate differences are below 2^7 (seen from the middle of
// the doubled board of the memo below 2^7 as well), hence |D| < 2^15, |E|, |F| < 2^23,
// |v| < 2^8, second basis vectors below 2^16, and every product below 2^62.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "board.hpp"

namespace gridproof::curve_walk {

using Int = std::int64_t;

inline Int floor_div(Int a, Int b) {  // b > 0
    const Int q = a / b;
    return q * b > a ? q - 1 : q;
}

// The integer root of a perfect square, or -1.
inline Int exact_root(Int n) {
    Int low = 0, high = Int{1} << 31;
    while (low < high) {
        const Int middle = (low + high + 1) / 2;
        if (middle <= n / middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low * low == n ? low : -1;
}

// Quadratic residues modulo 64, 63 and 65 rule out most numbers that are no squares.
struct Residues {
    std::uint64_t mod64 = 0, mod63 = 0, mod65[2] = {0, 0};
    constexpr Residues() {
        for (std::uint64_t i = 0; i < 65; ++i) {
            mod64 |= std::uint64_t{1} << (i * i % 64);
            mod63 |= std::uint64_t{1} << (i * i % 63);
            const std::uint64_t r = i * i % 65;
            mod65[r / 64] |= std::uint64_t{1} << (r % 64);
        }
    }
    bool may_be_square(Int n) const {
        const auto u = static_cast<std::uint64_t>(n);
        if ((mod64 >> (u % 64) & 1) == 0 || (mod63 >> (u % 63) & 1) == 0) return false;
        const std::uint64_t r = u % 65;
        return (mod65[r / 64] >> (r % 64) & 1) != 0;
    }
};
inline constexpr Residues kResidues;

// Calls visit(x, y) for every lattice point of the box on the circle or line through the
// three points, the three included; returns the curves and rows looked at.
class Walker {
public:
    explicit Walker(const Board& board) : width_(board.width), height_(board.height) {}

    template <class Visit>
    std::uint64_t walk(Int ax, Int ay, Int bx, Int by, Int cx, Int cy, Visit visit) const {
        const Int x1 = bx - ax, y1 = by - ay, x2 = cx - ax, y2 = cy - ay;
        Int d = x1 * y2 - x2 * y1;
        if (d == 0) return walk_line(ax, ay, x1, y1, visit);
        const Int s1 = x1 * x1 + y1 * y1, s2 = x2 * x2 + y2 * y2;
        Int e = s2 * y1 - s1 * y2, f = x2 * s1 - x1 * s2;
        const Int g = std::gcd(std::gcd(d, e), f) * (d < 0 ? -1 : 1);
        d /= g;
        e /= g;
        f /= g;
        // A basis of the lattice e x + f y = 0 (mod d), then Gauss's reduction.
        const Int h = std::gcd(e, d);
        const Int step = d / h;
        Int v1x = step, v1y = 0;
        Int v2x = step == 1 ? 0 : mod(-mod(f, step) * inverse(mod(e / h, step), step), step), v2y = h;
        while (true) {
            if (v1x * v1x + v1y * v1y > v2x * v2x + v2y * v2y) {
                std::swap(v1x, v2x);
                std::swap(v1y, v2y);
            }
            const Int n = v1x * v1x + v1y * v1y;
            const Int t = floor_div(2 * (v1x * v2x + v1y * v2y) + n, 2 * n);
            if (t == 0) break;
            v2x -= t * v1x;
            v2y -= t * v1y;
        }
        if (v1x * v2y - v1y * v2x < 0) {
            v2x = -v2x;
            v2y = -v2y;
        }
        // Rows j v2 + i v1 that meet the board: j d is the cross product of v1 with a point.
        const Int left = -ax, right = width_ - 1 - ax, top = -ay, bottom = height_ - 1 - ay;
        const Int low = std::min(v1x * top, v1x * bottom) - std::max(v1y * left, v1y * right);
        const Int high = std::max(v1x * top, v1x * bottom) - std::min(v1y * left, v1y * right);
        const Int n = v1x * v1x + v1y * v1y, m = v2x * v2x + v2y * v2y, dot = v1x * v2x + v1y * v2y;
        const Int e1 = (e * v1x + f * v1y) / d, e2 = (e * v2x + f * v2y) / d;
        std::uint64_t work = 2;
        visit(ax, ay);
        if (e1 % n == 0 && e1 != 0) {  // row 0: i = 0 and i = -e1 / n
            const Int x = ax - e1 / n * v1x, y = ay - e1 / n * v1y;
            if (x >= 0 && x < width_ && y >= 0 && y < height_) visit(x, y);
        }
        // n i^2 + (2 j dot + e1) i + (j^2 m + j e2) = 0
        auto row = [&](Int j) {
            ++work;
            const Int b = 2 * j * dot + e1, c = j * j * m + j * e2;
            const Int disc = b * b - 4 * n * c;
            if (disc < 0) return false;
            if (!kResidues.may_be_square(disc)) return true;
            const Int root = exact_root(disc);
            if (root < 0) return true;
            for (const Int top_i : {-b + root, -b - root}) {
                if (top_i % (2 * n) != 0) continue;
                const Int i = top_i / (2 * n);
                const Int x = ax + i * v1x + j * v2x, y = ay + i * v1y + j * v2y;
                if (x >= 0 && x < width_ && y >= 0 && y < height_) visit(x, y);
                if (root == 0) break;
            }
            return true;
        };
        for (Int j = 1; j <= floor_div(high, d); ++j)
            if (!row(j)) break;
        for (Int j = -1; j >= -floor_div(-low, d); --j)
            if (!row(j)) break;
        return work;
    }

private:
    static Int mod(Int a, Int m) { return (a % m + m) % m; }

    static Int inverse(Int a, Int m) {  // gcd(a, m) = 1, m > 1
        Int r0 = m, r1 = a, t0 = 0, t1 = 1;
        while (r1 != 0) {
            const Int q = r0 / r1;
            r0 -= q * r1;
            std::swap(r0, r1);
            t0 -= q * t1;
            std::swap(t0, t1);
        }
        return mod(t0, m);
    }

    template <class Visit>
    std::uint64_t walk_line(Int ax, Int ay, Int dx, Int dy, Visit visit) const {
        const Int g = std::gcd(dx, dy);
        dx /= g;
        dy /= g;
        auto inside = [&](Int x, Int y) { return x >= 0 && x < width_ && y >= 0 && y < height_; };
        std::uint64_t work = 1;
        for (Int x = ax, y = ay; inside(x, y); x += dx, y += dy, ++work) visit(x, y);
        for (Int x = ax - dx, y = ay - dy; inside(x, y); x -= dx, y -= dy, ++work) visit(x, y);
        return work;
    }

    Int width_, height_;
};

// The curves of a small board seen from one of their points, each walked once: by the two
// differences to the other points, the differences to all lattice points of the curve that any
// board position could reach. Price: 4 (2 w - 1)^2 (2 h - 1)^2 bytes and the lists.
class CurveMemo {
public:
    static constexpr std::uint64_t kMaxEntries = 8'000'000;

    explicit CurveMemo(const Board& board)
        : w_(board.width), h_(board.height), across_(2 * w_ - 1), down_(2 * h_ - 1),
          walker_(Board{across_, down_}),
          index_(static_cast<std::size_t>(across_) * across_ * down_ * down_, 0), pool_(1, 0) {}

    static bool fits(const Board& board) {
        const auto a = static_cast<std::uint64_t>(2 * board.width - 1);
        const auto b = static_cast<std::uint64_t>(2 * board.height - 1);
        return a * a * b * b <= kMaxEntries;
    }

    template <class Visit>
    std::uint64_t walk(int ax, int ay, int bx, int by, int cx, int cy, Visit visit) {
        int p = (by - ay + h_ - 1) * across_ + bx - ax + w_ - 1;
        int q = (cy - ay + h_ - 1) * across_ + cx - ax + w_ - 1;
        if (p > q) std::swap(p, q);
        auto& at = index_[static_cast<std::size_t>(p) * static_cast<std::size_t>(across_ * down_) +
                          static_cast<std::size_t>(q)];
        if (at == 0) at = add(p, q);
        // At `at`: the work, the number of points, then their differences.
        const std::int16_t* entry = &pool_[at];
        for (int i = 0; i < entry[1]; ++i) {
            const int x = ax + entry[2 + 2 * i], y = ay + entry[3 + 2 * i];
            if (x >= 0 && x < w_ && y >= 0 && y < h_) visit(x, y);
        }
        return static_cast<std::uint64_t>(entry[0]);
    }

private:
    std::uint32_t add(int p, int q) {
        const auto at = static_cast<std::uint32_t>(pool_.size());
        pool_.insert(pool_.end(), 2, 0);
        const std::uint64_t work = walker_.walk(w_ - 1, h_ - 1, p % across_, p / across_, q % across_, q / across_,
                                                [&](Int x, Int y) {
                                                    pool_.push_back(static_cast<std::int16_t>(x - w_ + 1));
                                                    pool_.push_back(static_cast<std::int16_t>(y - h_ + 1));
                                                });
        pool_[at] = static_cast<std::int16_t>(work);
        pool_[at + 1] = static_cast<std::int16_t>((pool_.size() - at - 2) / 2);
        return at;
    }

    int w_, h_, across_, down_;
    Walker walker_;
    std::vector<std::uint32_t> index_;  // 0: not walked yet
    std::vector<std::int16_t> pool_;
};

}  // namespace gridproof::curve_walk
