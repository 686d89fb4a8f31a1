// The largest square-free set of a board, by a scan with bands.
//
// Object: a set without four corners of a square. Bound: the rows still to come hold at most
// the largest square-free set of a board with so many rows, which the same search finds first
// (for 1, 2, ... rows); and no more than the points that three chosen corners have not ruled
// out. By the reflection of rows and columns the upper half and the left half may be taken as
// the fuller ones, in this order.
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

LargestSet largest_square_free(const SquareRules& rules, const Limits& limits, const Poll& poll);

}  // namespace gridproof
