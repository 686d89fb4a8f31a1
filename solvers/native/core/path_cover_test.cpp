#include "path_cover.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "check.hpp"

using namespace gridproof;

namespace {

// The plain rules: every open cell once, steps between neighbours, lengths, no touching.
bool is_right(const CoverTask& task, const Cover& cover) {
    std::vector<int> owner(task.open.size(), -1);
    for (std::size_t p = 0; p < cover.paths.size(); ++p) {
        const auto& path = cover.paths[p];
        if (static_cast<int>(path.size()) < task.min_length) return false;
        for (std::size_t i = 0; i < path.size(); ++i) {
            const auto c = static_cast<std::size_t>(path[i]);
            if (!task.open[c] || owner[c] != -1) return false;
            owner[c] = static_cast<int>(p);
            for (std::size_t j = 0; j < i; ++j) {
                const int dx = std::abs(path[i] % task.width - path[j] % task.width);
                const int dy = std::abs(path[i] / task.width - path[j] / task.width);
                if ((dx + dy == 1) != (j + 1 == i)) return false;
            }
        }
    }
    for (std::size_t c = 0; c < owner.size(); ++c)
        if (task.open[c] != (owner[c] != -1)) return false;
    return static_cast<int>(cover.paths.size()) == task.pairs;
}

}  // namespace

int main() {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        CoverTask task{9, 8, std::vector<std::uint8_t>(72, 1), 9, 4, seed % 2 == 0, seed, 5'000'000};
        task.open[static_cast<std::size_t>(seed % 72)] = 0;
        const Cover cover = path_cover(task, {}, {}, 0, nullptr);
        CHECK(cover.reached && is_right(task, cover));
        const Cover same = path_cover(task, {}, {}, 0, nullptr);
        CHECK(same.paths == cover.paths && same.steps == cover.steps);
        // Shaken near one cell, it is repaired again.
        task.seed += 1000;
        const Cover repaired = path_cover(task, cover.paths, {cover.paths[0][0]}, 5, nullptr);
        CHECK(repaired.reached && is_right(task, repaired));
    }
    // One path on a snake's board with nothing to do; too few steps; bad input.
    CoverTask line{5, 1, std::vector<std::uint8_t>(5, 1), 1, 2, true, 1, 1000};
    CHECK(path_cover(line, {}, {}, 0, nullptr).reached);
    CoverTask hard{9, 9, std::vector<std::uint8_t>(81, 1), 2, 3, true, 1, 10};
    CHECK(!path_cover(hard, {}, {}, 0, nullptr).reached);
    auto rejects = [&](const std::vector<std::vector<int>>& start) {
        try {
            path_cover(line, start, {}, 0, nullptr);
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    CHECK(rejects({{0, 1, 2, 3}}));
    CHECK(rejects({{0, 2, 1, 3, 4}}));
    CHECK(rejects({{0, 1, 2}, {2, 3, 4}}));
    CHECK(!rejects({{0, 1}, {2, 3, 4}}));
    return check_failures != 0;
}
