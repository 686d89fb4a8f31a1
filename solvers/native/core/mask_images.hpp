// The images of a set of at most 64 board points under the symmetries of the board.
//
// Invariant: symmetry 0 is the identity. Complexity: eight look-ups an image. Price: 16 KB a
// symmetry.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "board.hpp"

namespace gridproof {

class MaskImages {
public:
    explicit MaskImages(const Board& board) {
        if (board.width < 1 || board.height < 1 || board.width > 64 || board.height > 64 || board.points() > 64)
            throw std::invalid_argument("boards of 1 to 64 points");
        for (const Permutation& permutation : symmetries(board)) {
            auto& table = tables_.emplace_back();
            for (std::size_t byte = 0; byte < 8; ++byte) {
                for (std::size_t value = 0; value < 256; ++value) {
                    std::uint64_t out = 0;
                    for (std::size_t bit = 0; bit < 8; ++bit) {
                        const std::size_t c = 8 * byte + bit;
                        if ((value >> bit & 1) != 0 && c < static_cast<std::size_t>(board.points()))
                            out |= std::uint64_t{1} << permutation[c];
                    }
                    table[byte][value] = out;
                }
            }
        }
    }

    int count() const { return static_cast<int>(tables_.size()); }
    std::uint64_t image(std::uint64_t mask, int symmetry) const {
        std::uint64_t out = 0;
        const auto& table = tables_[static_cast<std::size_t>(symmetry)];
        for (std::size_t byte = 0; byte < 8; ++byte) out |= table[byte][(mask >> (8 * byte)) & 0xff];
        return out;
    }
    // The smallest image.
    std::uint64_t canonical(std::uint64_t mask) const {
        std::uint64_t best = mask;
        for (int s = 1; s < count(); ++s) best = std::min(best, image(mask, s));
        return best;
    }

private:
    std::vector<std::array<std::array<std::uint64_t, 256>, 8>> tables_;
};

}  // namespace gridproof
