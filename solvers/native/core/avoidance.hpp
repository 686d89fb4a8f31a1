// Random kyouen processes: stones on uniformly random playable points, until one or none is left.
//
// Object: a board of up to 128 x 128 points. A stone is put on a uniformly random candidate;
// then every point that lies with three stones on one circle or line is no candidate any more.
// The avoidance process stops with exactly one candidate (success) or none (failure), the
// saturation process with none.
//
// Two methods, equal stone by stone for a seed. `plain`: each candidate is tested against each
// pair of older stones together with the new one, until a determinant vanishes. `walk`: the
// curve of each such pair and the new stone is walked (curve_walk.hpp).
// Many trials on a small board (sides up to 25 or so) keep each curve once walked, by the
// differences of its points.
//
// Both count the tests of `plain`: a candidate ruled out by the t-th pair costs t tests, one
// that stays costs all pairs. Complexity: `plain` about side^4.5 tests; `walk` a row or two for
// each three stones, so about side^3. Price: a few bytes a point, the memo up to 32 MB a thread.
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"
#include "parallel.hpp"

namespace gridproof {

inline constexpr int kMaxProcessSide = 128;

enum class Process { kAvoidance, kSaturation };
enum class Method { kPlain, kWalk };

struct Trial {
    std::vector<int> stones;      // in order
    std::vector<int> candidates;  // left at the end
    std::uint64_t tests = 0;      // concyclicity tests of the plain method
    std::uint64_t work = 0;       // curves and rows walked, or tests made
};

// One trial with the generator of (seed, number). Throws std::invalid_argument for a board
// with a side above kMaxProcessSide.
Trial run_trial(const Board& board, Process process, Method method, std::uint64_t seed, std::uint64_t number);

struct ProcessSums {
    bool complete = false;
    std::uint64_t trials = 0;
    std::uint64_t successes = 0;  // avoidance: one candidate left
    std::uint64_t tests = 0;
    std::uint64_t tests_squared = 0;  // by success, saturated at 2^63; for standard errors
    std::uint64_t work = 0;
    std::vector<std::uint64_t> by_stones;  // successes (saturation: trials) by number of stones
    std::vector<int> smallest, largest;    // saturation: the extreme sets met
};

// Trials 0, 1, ... until `successes` have succeeded (saturation: so many trials). The trials of
// a success are those since the success before, as in the article.
ProcessSums run_process(const Board& board, Process process, Method method, std::uint64_t successes,
                        std::uint64_t seed, const Limits& limits, const Poll& poll);

// For each point: how many sets of three stones have it on their circle or line.
std::vector<std::uint32_t> curve_hits(const Board& board, const std::vector<int>& stones);

}  // namespace gridproof
