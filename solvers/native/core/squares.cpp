#include "squares.hpp"

#include <algorithm>
#include <array>

namespace gridproof {

SquareMasks::SquareMasks(const SquareRules& given)
    : rules(given), images_(Board{given.width, given.height}) {
    const int w = rules.width, h = rules.height;
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
}

}  // namespace gridproof
