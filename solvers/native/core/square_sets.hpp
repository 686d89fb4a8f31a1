// The largest square-free set of a board, and the smallest saturated one, by a scan.
//
// Object: a set without four corners of a square. Bound: the rows still to come hold at most
// the largest square-free set of a board with so many rows, which the same search finds first
// (for 1, 2, ... rows); and no more than the points that three chosen corners have not ruled
// out. By the reflection of the rows the upper half may be taken as the fuller one. Nodes spent before
// a set is found depend on the threads, those of a refutation do not.
//
// The smallest saturated set (square-free, and every other point completes a square) is looked
// for in the same order, size by size. A point that is passed over must be ruled out in the
// end: some square through it needs no more points than are left, all of them still open; and
// j stones more than i can rule out at most the sum of 3 k / 2 for k = i .. i + j - 1 points,
// since two corners lie on three squares and each new square has two of the old points.
//
// Invariant: `ruled_out` holds each later point that would complete a square. Complexity:
// exponential in the points. Price: a few KB a thread. Shares no code with CP-SAT.
#pragma once

#include <cstdint>
#include <vector>

#include "parallel.hpp"
#include "squares.hpp"

namespace gridproof {

struct LargestSet {
    bool complete = false;
    int value = 0;
    std::uint64_t witness = 0;
    std::uint64_t nodes = 0;
    std::vector<int> by_rows;  // the largest set of the first 1, 2, ... rows
};

struct SmallestSet {
    bool complete = false;
    int value = 0;   // 0: none found
    int bound = 1;   // no saturated set is smaller
    std::uint64_t witness = 0;
    std::uint64_t nodes = 0;
};

SmallestSet smallest_saturated_square_free(const SquareRules& rules, const Limits& limits, const Poll& poll);

LargestSet largest_square_free(const SquareRules& rules, const Limits& limits, const Poll& poll);

}  // namespace gridproof
