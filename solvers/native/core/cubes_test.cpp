// Cubes against the whole searches, the second search against the first, Knuth's
// estimates against the nodes, bad arguments refused.
#include "cubes.hpp"

#include <algorithm>
#include <stdexcept>

#include "check.hpp"
#include "saturation.hpp"
#include "second_search.hpp"

using namespace gridproof;

namespace {

std::uint64_t nodes_of(const std::vector<Explored>& all) {
    std::uint64_t sum = 0;
    for (const Explored& each : all) sum += each.nodes;
    return sum;
}
bool any_found(const std::vector<Explored>& all) {
    return std::any_of(all.begin(), all.end(), [](const Explored& e) { return !e.witness.empty(); });
}

void maximum(int side) {
    const Board board{side, side};
    const Extremum whole = largest_kyouen_free(board, {}, nullptr);
    std::vector<int> bands{0};
    bands.insert(bands.end(), whole.bands.begin(), whole.bands.end());
    const MaximumCubes cubes(board);
    for (int best = whole.value - 1; best <= whole.value; ++best) {
        RowQuestion question{side, best, bands};
        question.bands.back() = 3 * side;
        std::vector<RowCube> level{{{}, 0}};
        for (int depth = 0; depth < 2; ++depth) {
            std::vector<RowCube> next;
            for (const RowCube& cube : level)
                for (RowCube& child : cubes.children(question, cube)) next.push_back(std::move(child));
            level = std::move(next);
            const std::vector<Explored> first = cubes.explore(question, level, {}, nullptr);
            const std::vector<Explored> second = any_larger_set(board, question, level, {}, nullptr);
            CHECK(any_found(first) == (best < whole.value));
            CHECK(any_found(second) == (best < whole.value));
            // What the first search finds, the second finds in the same cube; it has no halves to break.
            for (std::size_t i = 0; i < level.size(); ++i)
                CHECK(first[i].witness.empty() || second[i].witness.size() == static_cast<std::size_t>(best + 1));
        }
    }
}

void minimum(int side, int value) {
    const Board board{side, side};
    for (int size = value - 1; size <= value; ++size) {
        const MinimumCubes cubes(board, size);
        const std::vector<std::vector<int>> seeds = cubes.seeds();
        std::vector<Part> whole, split;
        for (const auto& seed : seeds) {
            whole.push_back({seed, 0, 1});
            for (std::uint64_t i = 0; i < 3; ++i) split.push_back({seed, i, 3});
        }
        const std::vector<Explored> first = cubes.explore(whole, {}, nullptr);
        CHECK(any_found(first) == (size == value));
        CHECK(any_found(cubes.explore(split, {}, nullptr)) == (size == value));
        CHECK(any_found(any_saturated_set(board, size, seeds, {}, nullptr)) == (size == value));
        if (size == value) continue;
        CHECK(nodes_of(first) == saturated_of_size(board, size, {}, nullptr).nodes);
        std::uint64_t estimate = 0;
        for (const Part& part : whole) estimate += cubes.estimate(part, 200, 1);
        const std::uint64_t nodes = nodes_of(first);
        CHECK(nodes < 100 || (estimate > nodes * 3 / 4 && estimate < nodes * 5 / 4));
    }
}

template <class Work>
bool refused(Work work) {
    try {
        work();
        return false;
    } catch (const std::invalid_argument&) {
        return true;
    }
}

void bad_arguments() {
    const MaximumCubes cubes(Board{4, 4});
    const RowQuestion question{4, 7, {0, 3, 6, 7, 10}};
    CHECK(refused([&] { cubes.children(question, {{9}, 1}); }));           // beyond its rows
    CHECK(refused([&] { cubes.children(question, {{1, 0}, 1}); }));        // not in order
    CHECK(refused([&] { cubes.children(question, {{0, 1, 2, 3}, 1}); }));  // four on a line
    CHECK(refused([&] { cubes.children({4, 7, {0, 3}}, {{}, 0}); }));
    CHECK(refused([&] { cubes.children({9, 7, std::vector<int>(10, 0)}, {{}, 0}); }));
    CHECK(refused([&] { MaximumCubes big(Board{13, 13}); }));
    CHECK(refused([&] { MinimumCubes(Board{4, 4}, 2); }));
    const MinimumCubes chains(Board{4, 4}, 5);
    CHECK(refused([&] { chains.explore({{{0, 1}, 0, 1}}, {}, nullptr); }));
    CHECK(refused([&] { chains.explore({{{0, 1, 2}, 1, 1}}, {}, nullptr); }));
    CHECK(refused([&] { any_saturated_set(Board{4, 4}, 5, {{0, 1, 99}}, {}, nullptr); }));
    CHECK(refused([&] { any_larger_set(Board{4, 4}, {4, 7, {0}}, {{{}, 0}}, {}, nullptr); }));
}

}  // namespace

int main() {
    for (int side = 2; side <= 6; ++side) maximum(side);
    minimum(4, 5);
    minimum(5, 5);
    minimum(6, 6);
    minimum(7, 7);
    bad_arguments();
    return check_failures != 0;
}
