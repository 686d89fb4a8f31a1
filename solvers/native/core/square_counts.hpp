// Counts on square boards: colourings, square-free sets by size, undecided positions.
//
// Objects: two-colourings of all points without a one-coloured square, by the number of
// points of the first colour; sets without a square, by size; pairs of disjoint square-free
// sets of a and b points with a - b in {0, 1} (positions of the game before it is decided),
// by a + b. Points are decided row by row; a square is tested at its last point.
//
// Complexity: the partial colourings, sets or pairs that are still free. Price: a few KB.
// Counts fit 64 bits: there are at most 3^36 < 2^58 states on the boards allowed.
#pragma once

#include <cstdint>
#include <vector>

#include "parallel.hpp"
#include "squares.hpp"

namespace gridproof {

struct SquareCounts {
    bool complete = false;
    std::vector<std::uint64_t> by_size;
    std::uint64_t nodes = 0;
    std::vector<std::uint64_t> masks;  // the first few (colourings: the first colour)
};

enum class Counted { kColourings, kSets, kPositions };

// Throws std::invalid_argument above 49 points (positions: 36).
SquareCounts square_counts(const SquareRules& rules, Counted what, int keep, const Limits& limits,
                           const Poll& poll);

}  // namespace gridproof
