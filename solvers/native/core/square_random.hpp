// The square game played at random: both players claim a uniformly random free point.
//
// Object: the length of the game, who completes the first square, and whether the deciding
// stone completes axis-parallel squares, tilted ones or both. Games are played in
// blocks with a generator seeded by the seed and the block's number, so any number of workers
// gives the same sums. The points are never put back in order: a shuffle of any order is
// uniform.
//
// Complexity: a game costs its moves times the squares through a point. Price: a few KB.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "parallel.hpp"
#include "squares.hpp"

namespace gridproof {

struct RandomGames {
    bool complete = false;
    std::uint64_t games = 0;
    std::uint64_t first = 0;    // the first player completes a square
    std::uint64_t second = 0;
    std::uint64_t draws = 0;
    std::uint64_t axis = 0;     // the deciding stone: axis-parallel squares only
    std::uint64_t tilted = 0;   // tilted only
    std::uint64_t both = 0;
    std::vector<std::uint64_t> by_length;  // decided games by number of moves
    std::vector<std::uint64_t> by_cell;    // first moves by point, for a test of fit
};

RandomGames random_games(const SquareRules& rules, std::uint64_t games, std::uint64_t seed,
                         const Limits& limits, const Poll& poll);

}  // namespace gridproof
