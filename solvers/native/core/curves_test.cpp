// Curves: published counts, brute force, and the overflow bound.
#include "curves.hpp"

#include <limits>

#include "check.hpp"

using namespace gridproof;

namespace {

Verdict four(std::int64_t ax, std::int64_t ay, std::int64_t bx, std::int64_t by, std::int64_t cx,
             std::int64_t cy, std::int64_t dx, std::int64_t dy) {
    const std::int64_t xy[8] = {ax, ay, bx, by, cx, cy, dx, dy};
    return concyclic(xy);
}

}  // namespace

int main() {
    CHECK(four(0, 0, 1, 0, 0, 1, 1, 1) == Verdict::Yes);
    CHECK(four(0, 0, 1, 1, 2, 2, 3, 3) == Verdict::Yes);
    CHECK(four(0, 0, 1, 0, 0, 1, 2, 2) == Verdict::No);
    const std::int64_t s = kMaxSpan;
    CHECK(four(0, 0, s, 0, 0, s, s, s) == Verdict::Yes);
    CHECK(four(0, 0, s, 0, 0, s, s, s - 1) == Verdict::No);
    CHECK(four(0, 0, s, -s, -s, s, s, s) == Verdict::OutOfRange);
    CHECK(four(-s, 0, s, 0, 0, s, 0, 0) == Verdict::No);
    CHECK(four(s + 1, 0, 0, 0, 0, 1, 0, 0) == Verdict::OutOfRange);
    const std::int64_t top = std::numeric_limits<std::int64_t>::max();
    const std::int64_t bottom = std::numeric_limits<std::int64_t>::min();
    CHECK(four(top, top, bottom, bottom, top, bottom, bottom, top) == Verdict::OutOfRange);
    // A translated copy of a small square at the end of the range is exact.
    CHECK(four(top, top, top - 1, top, top, top - 1, top - 1, top - 1) == Verdict::Yes);

    struct Row {
        int n;
        std::uint64_t circles3, circles4, lines4, bad, bad_lines;
    };
    const Row rows[] = {{2, 1, 1, 0, 1, 0},
                        {3, 34, 14, 0, 14, 0},
                        {4, 223, 59, 10, 194, 10},
                        {5, 997, 217, 16, 826, 64},
                        {8, 21665, 3481, 74, 14564, 1524},
                        {11, 167539, 20847, 232, 95670, 10428}};
    for (const Row& row : rows) {
        const CurveTable table(Board{row.n, row.n});
        CHECK(table.circles_with_3() == row.circles3);
        CHECK(table.circles_with_4() == row.circles4);
        CHECK(table.lines_with_4() == row.lines4);
        CHECK(table.bad_tuples() == row.bad);
        CHECK(table.bad_tuples_on_lines() == row.bad_lines);
    }

    // Every triple of a rectangle against the determinant, in both tables.
    const Board board{5, 4};
    const CurveTable table(board);
    const TripleTable<1> triples(table);
    const int n = board.points();
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k) {
                if (i == j || j == k || i == k) {
                    CHECK(!triples.at(i, j, k).any());
                    continue;
                }
                const std::uint32_t id = table.through(i, j, k);
                Bits<1> expected;
                for (int l = 0; l < n; ++l)
                    if (l == i || l == j || l == k ||
                        four(board.x(i), board.y(i), board.x(j), board.y(j), board.x(k), board.y(k),
                             board.x(l), board.y(l)) == Verdict::Yes)
                        expected.set(l);
                if (expected.count() == 3) expected = {};
                CHECK(triples.at(i, j, k) == expected);
                CHECK((id == CurveTable::kNone) == !expected.any());
                if (id != CurveTable::kNone)
                    CHECK(table.curves()[id].points.word[0] == expected.word[0]);
            }
    return check_failures != 0;
}
