// Largest kyouen-free set of a board: the row search of row_search.hpp for 1, 2, ...
// rows, its prefixes of two rows spread over threads.
//
// f(H) for H rows bounds the next. Rounds of branch and bound run the prefixes left
// with one fixed target; the first prefix, in order, that beats it ends the round, so
// that nodes do not depend on the number of threads.
#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>

#include "row_search.hpp"
#include "saturation.hpp"

namespace gridproof {

namespace {

template <int W>
Extremum search(const Board& board, const Limits& limits, const Poll& poll) {
    const TripleTable<W> table{CurveTable(board)};
    Control control(limits, poll);
    const int workers = std::max(1, limits.workers);
    std::vector<std::unique_ptr<RowSearch<W>>> searches;
    for (int i = 0; i < workers; ++i)
        searches.push_back(std::make_unique<RowSearch<W>>(board, table));

    Extremum result;
    std::vector<int> bands{0};
    const auto split_bound = [&](int rows) {
        int value = std::min(3, board.width) * rows;
        for (int a = 1; a < rows && a < static_cast<int>(bands.size()); ++a)
            if (rows - a < static_cast<int>(bands.size()))
                value = std::min(value, bands[static_cast<std::size_t>(a)] +
                                            bands[static_cast<std::size_t>(rows - a)]);
        return value;
    };

    for (int rows = 1; rows <= board.height; ++rows) {
        int best = bands.back();
        bands.push_back(split_bound(rows));
        std::uint64_t nodes = 0;
        const int depth = std::min(2, rows - 1);
        bool finished = true;
        std::uint64_t first = 0;
        std::vector<Prefix> prefixes;
        while (best < bands.back()) {
            if (first == 0) {
                Meter meter(control);
                prefixes = searches[0]->prefixes(rows, depth, best, bands, meter);
                nodes += meter.total();
            }
            const std::uint64_t count = prefixes.size();
            std::vector<std::uint64_t> spent(count, 0);
            std::vector<int> reached(count, best);
            std::vector<std::vector<int>> found(count);
            std::atomic<std::uint64_t> earliest{count};
            const bool done = control.run(first, count, [&](std::uint64_t i, int worker) {
                if (i > earliest.load()) return;
                RowSearch<W>& mine = *searches[static_cast<std::size_t>(worker)];
                Meter meter(control);
                reached[i] = mine.explore(prefixes[i], rows, depth, best, bands, meter);
                spent[i] = meter.total();
                if (reached[i] > best) {
                    found[i] = mine.witness();
                    std::uint64_t seen = earliest.load();
                    while (i < seen && !earliest.compare_exchange_weak(seen, i)) {}
                }
            });
            const std::uint64_t hit = earliest.load();
            for (std::uint64_t i = first; i < std::min(hit + 1, count); ++i) nodes += spent[i];
            if (hit < count) {
                best = reached[hit];
                result.witness = found[hit];
                result.value = best;
                first = hit + 1;
            }
            if (!done) {
                finished = false;
                break;
            }
            if (hit == count) break;
        }
        result.nodes += nodes;
        result.nodes_by_step.push_back(nodes);
        if (!finished) {
            result.bound = bands.back();
            for (int more = rows + 1; more <= board.height; ++more) {
                bands.push_back(split_bound(more));
                result.bound = bands.back();
            }
            return result;
        }
        bands.back() = best;
        result.bands.push_back(best);
    }
    result.bound = result.value;
    result.complete = true;
    return result;
}

}  // namespace

Extremum largest_kyouen_free(const Board& board, const Limits& limits, const Poll& poll) {
    if (board.points() < 1 || board.points() > kMaxSearchPoints)
        throw std::invalid_argument("the search holds boards of 1 to 144 points");
    // Rows run along the short side: fewer patterns a row, more bands to bound with.
    const bool turn = board.width > board.height;
    const Board upright = turn ? Board{board.height, board.width} : board;
    const int n = board.points();
    Extremum result = n <= 64    ? search<1>(upright, limits, poll)
                      : n <= 128 ? search<2>(upright, limits, poll)
                                 : search<3>(upright, limits, poll);
    if (turn)
        for (int& p : result.witness) p = upright.x(p) * board.width + upright.y(p);
    return result;
}

}  // namespace gridproof
