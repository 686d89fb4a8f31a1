#include "square_random.hpp"

#include <algorithm>
#include <numeric>

#include "random.hpp"

namespace gridproof {
namespace {

constexpr std::uint64_t kBlock = 1024;

void play(const SquareMasks& masks, Random& chance, std::vector<int>& points, RandomGames& sums) {
    std::array<std::uint64_t, 2> own{};
    const auto count = static_cast<std::uint32_t>(points.size());
    for (std::uint32_t move = 0; move < count; ++move) {
        const auto at = move + chance.below32(count - move);
        std::swap(points[move], points[at]);
        const int cell = points[move];
        if (move == 0) ++sums.by_cell[static_cast<std::size_t>(cell)];
        auto& mine = own[move % 2];
        if (move >= 6 && masks.completes(mine, cell)) {
            bool axis = false, tilted = false;
            for (const auto& rest : masks.through[static_cast<std::size_t>(cell)]) {
                if ((rest.mask & ~mine) == 0) (rest.tilted ? tilted : axis) = true;
            }
            ++(move % 2 == 0 ? sums.first : sums.second);
            ++(axis && tilted ? sums.both : axis ? sums.axis : sums.tilted);
            ++sums.by_length[move + 1];
            return;
        }
        mine |= std::uint64_t{1} << cell;
    }
    ++sums.draws;
}

}  // namespace

RandomGames random_games(const SquareRules& rules, std::uint64_t games, std::uint64_t seed,
                         const Limits& limits, const Poll& poll) {
    const SquareMasks masks(rules);
    const auto cells = static_cast<std::size_t>(masks.cells);
    Control control(limits, poll);
    const std::uint64_t blocks = (games + kBlock - 1) / kBlock;
    const auto empty = [&] {
        RandomGames sums;
        sums.by_length.assign(cells + 1, 0);
        sums.by_cell.assign(cells, 0);
        return sums;
    };
    std::vector<RandomGames> by_worker(static_cast<std::size_t>(std::max(1, limits.workers)), empty());
    RandomGames total = empty();
    total.complete = control.run(0, blocks, [&](std::uint64_t block, int worker) {
        RandomGames& sums = by_worker[static_cast<std::size_t>(worker)];
        std::vector<int> points(cells);
        std::iota(points.begin(), points.end(), 0);
        // Two rounds, so that neighbouring seeds and blocks share no stream.
        Random chance(Random(seed).next() ^ Random(block).next());
        const std::uint64_t last = std::min(games, (block + 1) * kBlock);
        for (std::uint64_t i = block * kBlock; i < last; ++i) {
            play(masks, chance, points, sums);
            ++sums.games;
        }
        control.add_nodes(last - block * kBlock);
    });
    for (const RandomGames& sums : by_worker) {
        total.games += sums.games;
        total.first += sums.first;
        total.second += sums.second;
        total.draws += sums.draws;
        total.axis += sums.axis;
        total.tilted += sums.tilted;
        total.both += sums.both;
        for (std::size_t k = 0; k <= cells; ++k) total.by_length[k] += sums.by_length[k];
        for (std::size_t k = 0; k < cells; ++k) total.by_cell[k] += sums.by_cell[k];
    }
    return total;
}

}  // namespace gridproof
