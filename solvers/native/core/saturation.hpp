// Extremal problems on kyouen-free sets: sets of board points without four on
// one circle or one line. A set is saturated if it is kyouen-free and every
// other board point would complete such a four.
//
// Three exact engines share the curve tables and nothing of each other's search:
//   largest_kyouen_free   row by row with band bounds        (saturation_max.cpp)
//   smallest_saturated    deletion chains                    (saturation_min.cpp)
//   spectrum              all sets by size, orbit by orbit   (spectrum.cpp)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "board.hpp"
#include "parallel.hpp"

namespace gridproof {

// The searches keep three 64-bit words a set at the most.
inline constexpr int kMaxSearchPoints = 144;

struct Extremum {
    int value = 0;                 // size of the best set found
    int bound = 0;                 // proved bound; equal to value when complete
    bool complete = false;
    std::vector<int> witness;      // point indices of a set of that size
    std::uint64_t nodes = 0;       // deterministic: independent of the number of workers
    std::vector<int> bands;        // maximum: best value for the first 1, 2, ... rows
    std::vector<std::uint64_t> nodes_by_step;  // maximum: per band; minimum: per size refuted
};

struct Spectrum {
    bool complete = false;
    std::vector<std::uint64_t> kyouen_free;  // [k]: number of sets with k points
    std::vector<std::uint64_t> saturated;
    std::vector<int> largest;   // a largest kyouen-free set
    std::vector<int> smallest;  // a smallest saturated set
    std::uint64_t nodes = 0;
};

Extremum largest_kyouen_free(const Board& board, const Limits& limits, const Poll& poll);

// Searches sizes 1 to 16 upwards; incomplete if none of them has a saturated set.
Extremum smallest_saturated(const Board& board, const Limits& limits, const Poll& poll);

// Is there a saturated set of exactly `size` points? value is size or 0.
Extremum saturated_of_size(const Board& board, int size, const Limits& limits, const Poll& poll);

Spectrum spectrum(const Board& board, const Limits& limits, const Poll& poll);

}  // namespace gridproof
