// Random covers of a grid by paths, close to what a numberlink with one solution looks like.
//
// Object: a partition of the open cells into simple paths. Uniqueness under full cover
// fails most often where a path touches itself, so the energy is
//   (neighbouring cells of one path that are not consecutive on it)
//   + 2 (cells missing in paths shorter than asked) + 2 (paths above the number asked)
//   + (paths whose ends are neighbours, if that is not wanted).
// Moves: the end of a path takes over a neighbouring cell with all that lies behind it
// (the backbite move for lattice walks, between paths as well), joins, cuts. A move that
// raises the energy by d is taken with probability 8^-d.
//
// Invariant: links, owners and path ends agree after every move. Complexity: a move costs
// the cells that change their path. Price: some bytes a cell. Deterministic for a seed.
#pragma once

#include <cstdint>
#include <vector>

#include "parallel.hpp"

namespace gridproof {

struct CoverTask {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> open;  // one a cell, row by row
    int pairs = 1;                   // paths wanted
    int min_length = 3;              // cells of the shortest path
    bool adjacent_ends = true;       // may the two ends of a path be neighbours?
    std::uint64_t seed = 0;
    std::uint64_t steps = 0;         // moves at the most
};

struct Cover {
    bool reached = false;  // energy 0 and exactly `pairs` paths
    std::uint64_t steps = 0;
    std::vector<std::vector<int>> paths;
};

// start: a cover to begin with, or empty (every cell a path of its own). shake: moves taken
// whatever they cost before the energy counts, only at path ends on cells of `focus`.
Cover path_cover(const CoverTask& task, const std::vector<std::vector<int>>& start,
                 const std::vector<int>& focus, int shake, const Poll& poll);

}  // namespace gridproof
