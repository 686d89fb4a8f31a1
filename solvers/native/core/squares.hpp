// The squares of a board of at most 64 points as bitmasks, and the board's symmetries.
//
// Object: all squares (any orientation or axis-parallel, side at least `min_side`), once each;
// for every point the squares through it without that point; the squares that a row-by-row
// scan completes at a point. Price: a few KB.
#pragma once

#include <cstdint>
#include <vector>

#include "mask_images.hpp"

namespace gridproof {

struct SquareRules {
    int width = 0;
    int height = 0;
    bool axis_only = false;
    bool first_loses = false;
    int min_side = 1;
};

class SquareMasks {
public:
    // Throws std::invalid_argument for more than 64 points.
    explicit SquareMasks(const SquareRules& rules);

    struct Rest {
        std::uint64_t mask;  // the other three corners
        bool tilted;
    };

    const SquareRules rules;
    int cells = 0;
    std::vector<std::uint64_t> all;
    std::vector<std::vector<Rest>> through;              // by point
    std::vector<std::vector<std::uint64_t>> completed;   // by last point of the scan

    std::uint64_t full() const {
        return cells == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << cells) - 1;
    }
    bool completes(std::uint64_t own, int cell) const {
        for (const Rest& r : through[static_cast<std::size_t>(cell)])
            if ((r.mask & ~own) == 0) return true;
        return false;
    }
    int symmetries() const { return images_.count(); }
    std::uint64_t image(std::uint64_t mask, int symmetry) const { return images_.image(mask, symmetry); }

private:
    MaskImages images_;
};

}  // namespace gridproof
