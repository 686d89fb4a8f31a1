// A second search for the cubes of cubes.hpp: other orders, other bounds, no shared code
// but the table of curves. It confirms a cube or finds a set the first search missed.
//
// Maximum (`any_larger_set`): depth first, stones of the open rows column by column from the
// right. Blocked points are collected pair by pair of stones. A node is cut when the
// rows, or the columns, cannot hold enough: a row takes at most three points and no
// more than are free, j neighbouring rows take at most band[j]; the same for columns.
//
// Minimum (`any_saturated_set`): breadth first, all sets of one size before the next, kept once up
// to symmetry in a sorted list. From s to s + 1 stones when the new stone is a best
// deletion (one of least loss; ties count) and c >= need[s + 1], where
// need[k] = N - k, need[s] = ceil((s - 2) need[s + 1] / (s + 1)): the averaging argument
// of chain_search.hpp without its excess. Coverage is counted from scratch. A seed is searched whole.
//
// Complexity: exponential, several times the first search. Price of the minimum: 8 W
// bytes for each set of the widest level.
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"
#include "cubes.hpp"
#include "parallel.hpp"

namespace gridproof {

std::vector<Explored> any_larger_set(const Board& board, const RowQuestion& question,
                                     const std::vector<RowCube>& cubes, const Limits& limits, const Poll& poll);

std::vector<Explored> any_saturated_set(const Board& board, int size, const std::vector<std::vector<int>>& seeds,
                                        const Limits& limits, const Poll& poll);

}  // namespace gridproof
