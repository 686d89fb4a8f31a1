// Heuristic search for large kyouen-free sets and small saturated ones on boards up to 64 x 64.
//
// Object: a kyouen-free set S, for every point the number of three stones of S whose circle or
// line holds it (`hits`), and the exclusive or of those triples, which names the triple where
// there is just one. An element is a point, or under `half_turn` a point with its image; it is
// in conflict with the triples that hit it and with the pairs of stones that lie with both of
// its points on one curve. A half-turn set may get one point more without its image.
//
// Large sets: elements without a conflict are added; else an element with one conflict is
// added and one of that conflict's elements taken out (not again for a while); now and then a
// few are taken out. Small saturated sets of a given size: a stone moves to a point without
// hits; the number of points still playable is annealed down to zero.
//
// Invariant: S is kyouen-free after every move. Complexity: a move walks |S|^2 / 2 curves.
// Results are witnesses only; nothing is said of what was not found. Deterministic for a seed.
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"
#include "parallel.hpp"

namespace gridproof {

inline constexpr int kMaxHeuristicSide = 64;

struct Found {
    std::vector<int> stones;   // the best set
    std::uint64_t moves = 0;
    bool reached = false;      // the target size (large), a saturated set (small)
};

// Stops at `target` stones (0: never), after `moves` moves, or at a limit.
Found search_large(const Board& board, bool half_turn, int target, std::uint64_t moves, std::uint64_t seed,
                   const Limits& limits, const Poll& poll);

// Looks for a saturated set of exactly `size` stones.
Found search_saturated(const Board& board, int size, std::uint64_t moves, std::uint64_t seed,
                       const Limits& limits, const Poll& poll);

}  // namespace gridproof
