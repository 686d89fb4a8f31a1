// The tap-by-tap search: tiles in order, each tap count free or forced.
//
// Object: solutions t of A t = c (mod m). Column j is forced by the first row
// whose last column is j with a unit weight there: once the earlier columns are
// known, only one tap count can put that row right. The other columns are free
// (on a hexagon the first column of tiles and the first tile of the growing
// columns; on a king board the first row and column), and the other rows are
// checks at their last column, which prune the borders.
//
// Complexity: m^(free columns) at the most, cut by the checks and by the cost of
// the best solution so far. Price: a few vectors. Shares nothing with elimination.
#pragma once

#include <cstdint>
#include <vector>

#include "cosets.hpp"
#include "parallel.hpp"

namespace gridproof {

struct TapResult {
    bool complete = false;
    bool solvable = false;
    std::int64_t cost = 0;           // fewest taps
    std::uint64_t count = 0;         // solutions of that cost
    std::uint64_t solutions = 0;     // solutions in all (only if asked for)
    std::uint64_t nodes = 0;
    std::vector<std::int64_t> taps;  // the lexicographically first of that cost
    int free_columns = 0;
};

// count_all: visit every solution instead of cutting by cost.
// recheck_last: false leaves the last row unchecked, as the article does.
TapResult tap_search(int rows, int columns, const std::vector<Entry>& entries, std::int64_t modulus,
                     const std::vector<std::int64_t>& target, bool count_all, bool recheck_last,
                     const Limits& limits, const Poll& poll);

}  // namespace gridproof
