// A w x h board: point (x, y) has the index y * w + x. Its symmetries are the
// reflections and, on a square, the transposition: four or eight permutations.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace gridproof {

inline constexpr int kMaxPoints = 256;

struct Board {
    int width;
    int height;

    int points() const { return width * height; }
    int x(int point) const { return point % width; }
    int y(int point) const { return point / width; }
};

using Permutation = std::array<std::uint8_t, kMaxPoints>;

// All symmetries of the board, the identity first.
std::vector<Permutation> symmetries(const Board& board);

}  // namespace gridproof
