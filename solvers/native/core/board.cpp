#include "board.hpp"

#include <utility>

namespace gridproof {

std::vector<Permutation> symmetries(const Board& board) {
    std::vector<Permutation> all;
    const int kinds = board.width == board.height ? 8 : 4;
    for (int g = 0; g < kinds; ++g) {
        Permutation image{};
        for (int p = 0; p < board.points(); ++p) {
            int x = board.x(p);
            int y = board.y(p);
            if ((g & 1) != 0) x = board.width - 1 - x;
            if ((g & 2) != 0) y = board.height - 1 - y;
            if ((g & 4) != 0) std::swap(x, y);
            image[static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(y * board.width + x);
        }
        all.push_back(image);
    }
    return all;
}

}  // namespace gridproof
