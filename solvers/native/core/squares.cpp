#include "squares.hpp"

#include <algorithm>
#include <stdexcept>

namespace gridproof {

SquareMasks::SquareMasks(const SquareRules& given) : rules(given) {
    const int w = rules.width, h = rules.height;
    if (w < 1 || h < 1 || w > 64 || h > 64 || w * h > 64)
        throw std::invalid_argument("boards of 1 to 64 points");
    cells = w * h;
    through.resize(static_cast<std::size_t>(cells));
    completed.resize(static_cast<std::size_t>(cells));
    for (int box = 1; box < std::min(w, h); ++box) {
        for (int b = 0; b < box; ++b) {
            const int a = box - b;
            if (rules.axis_only && b > 0) break;
            if (a * a + b * b < rules.min_side * rules.min_side) continue;
            for (int y = 0; y + box < h; ++y) {
                for (int x = 0; x + box < w; ++x) {
                    const std::array<int, 4> corners = {y * w + x + b, (y + b) * w + x + box,
                                                        (y + box) * w + x + a, (y + a) * w + x};
                    std::uint64_t mask = 0;
                    for (const int c : corners) mask |= std::uint64_t{1} << c;
                    all.push_back(mask);
                    for (const int c : corners)
                        through[static_cast<std::size_t>(c)].push_back(
                            {mask & ~(std::uint64_t{1} << c), b > 0});
                    const int last = *std::max_element(corners.begin(), corners.end());
                    completed[static_cast<std::size_t>(last)].push_back(
                        mask & ~(std::uint64_t{1} << last));
                }
            }
        }
    }
    for (const bool swap : {false, true}) {
        if (swap && w != h) break;
        for (const bool flip_y : {false, true})
            for (const bool flip_x : {false, true}) add_symmetry(flip_x, flip_y, swap);
    }
}

void SquareMasks::add_symmetry(bool flip_x, bool flip_y, bool swap) {
    const int w = rules.width, h = rules.height;
    auto& table = images_.emplace_back();
    for (std::size_t byte = 0; byte < 8; ++byte) {
        for (std::size_t value = 0; value < 256; ++value) {
            std::uint64_t out = 0;
            for (int bit = 0; bit < 8; ++bit) {
                const int c = static_cast<int>(8 * byte) + bit;
                if (!(value >> bit & 1) || c >= cells) continue;
                int x = c % w, y = c / w;
                if (flip_x) x = w - 1 - x;
                if (flip_y) y = h - 1 - y;
                if (swap) std::swap(x, y);
                out |= std::uint64_t{1} << (y * w + x);
            }
            table[byte][value] = out;
        }
    }
}

}  // namespace gridproof
