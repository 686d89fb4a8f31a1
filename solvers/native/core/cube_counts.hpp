// Counts the kyouen-free and the saturated sets of a cube: all sets whose first `depth` rows
// hold exactly the given stones, by size.
//
// Object: depth-first, one node a set, points in rising order; the points blocked by three
// stones are kept for the whole board, so that a set is saturated when none is left.
// It knows no bounds, so that the counts of cubes that cover the space (a cube and its
// mirror image for one) must add up to the spectrum.
// Complexity: one node a set, each with a look at all pairs of its stones. Price: nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"
#include "cubes.hpp"
#include "parallel.hpp"

namespace gridproof {

struct CubeCounts {
    bool complete = false;
    std::vector<std::uint64_t> kyouen_free, saturated;  // [size]
};

CubeCounts count_cube(const Board& board, const RowCube& cube, const Limits& limits, const Poll& poll);

}  // namespace gridproof
