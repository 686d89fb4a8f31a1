// Smallest saturated set of a board: the deletion-chain search of chain_search.hpp for
// sizes 1, 2, ..., its seeds spread over threads.
#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>

#include "chain_search.hpp"
#include "saturation.hpp"

namespace gridproof {

namespace {

// Searches one size; adds to `result` and returns false when stopped early.
template <int W>
bool search_size(const ChainTables<W>& tables, int k, int workers, Control& control, Extremum& result) {
    const int n = tables.n;
    std::uint64_t nodes = 0;
    if (k < 3) {  // fewer than three stones block nothing
        if (k == n) {
            result.value = k;
            for (int p = 0; p < n; ++p) result.witness.push_back(p);
        }
        result.nodes_by_step.push_back(0);
        return true;
    }
    std::vector<std::unique_ptr<ChainSearch<W>>> searches;
    for (int i = 0; i < workers; ++i) searches.push_back(std::make_unique<ChainSearch<W>>(tables, k));
    const std::vector<Seed> seeds = searches[0]->seeds();
    std::vector<std::uint64_t> spent(seeds.size(), 0);
    std::vector<std::vector<int>> found(seeds.size());
    std::atomic<std::uint64_t> earliest{seeds.size()};
    const bool done = control.run(0, seeds.size(), [&](std::uint64_t i, int worker) {
        if (i > earliest.load()) return;
        ChainSearch<W>& mine = *searches[static_cast<std::size_t>(worker)];
        Meter meter(control);
        if (mine.explore(seeds[i], meter)) {
            found[i] = mine.witness();
            std::uint64_t seen = earliest.load();
            while (i < seen && !earliest.compare_exchange_weak(seen, i)) {}
        }
        spent[i] = meter.total();
    });
    const std::uint64_t hit = earliest.load();
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(hit + 1, seeds.size()); ++i) nodes += spent[i];
    result.nodes += nodes;
    result.nodes_by_step.push_back(nodes);
    if (hit < seeds.size()) {
        result.value = k;
        result.witness = found[hit];
    }
    return done;
}

template <int W>
Extremum search(const Board& board, int from, int to, const Limits& limits, const Poll& poll) {
    const ChainTables<W> tables(board);
    Control control(limits, poll);
    const int workers = std::max(1, limits.workers);
    Extremum result;
    for (int k = from; k <= to; ++k) {
        const bool done = search_size(tables, k, workers, control, result);
        result.bound = k;
        result.complete = done;
        if (result.value > 0 || !done) break;
    }
    return result;
}

Extremum dispatch(const Board& board, int from, int to, const Limits& limits, const Poll& poll) {
    const int n = board.points();
    if (n < 1 || n > kMaxSearchPoints)
        throw std::invalid_argument("the search holds boards of 1 to 144 points");
    to = std::min({to, n, ChainSearch<1>::kMaxSize});
    return n <= 64    ? search<1>(board, from, to, limits, poll)
           : n <= 128 ? search<2>(board, from, to, limits, poll)
                      : search<3>(board, from, to, limits, poll);
}

}  // namespace

Extremum smallest_saturated(const Board& board, const Limits& limits, const Poll& poll) {
    Extremum result = dispatch(board, 1, ChainSearch<1>::kMaxSize, limits, poll);
    // A witness ends the search whatever was still running; without one nothing is settled.
    result.complete = result.value > 0;
    return result;
}

Extremum saturated_of_size(const Board& board, int size, const Limits& limits, const Poll& poll) {
    if (size < 1 || size > ChainSearch<1>::kMaxSize)
        throw std::invalid_argument("the search holds saturated sets of 1 to 16 points");
    return dispatch(board, size, size, limits, poll);
}

}  // namespace gridproof
