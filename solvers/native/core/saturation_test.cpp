// The three engines against brute force, against each other and against known
// values; node counts independent of the number of threads; limits honoured.
#include "saturation.hpp"

#include <algorithm>
#include <atomic>

#include "check.hpp"
#include "curves.hpp"

using namespace gridproof;

namespace {

bool bad(const Board& board, int a, int b, int c, int d) {
    const std::int64_t xy[8] = {board.x(a), board.y(a), board.x(b), board.y(b),
                                board.x(c), board.y(c), board.x(d), board.y(d)};
    return concyclic(xy) == Verdict::Yes;
}

bool kyouen_free(const Board& board, const std::vector<int>& set) {
    for (std::size_t a = 0; a < set.size(); ++a)
        for (std::size_t b = a + 1; b < set.size(); ++b)
            for (std::size_t c = b + 1; c < set.size(); ++c)
                for (std::size_t d = c + 1; d < set.size(); ++d)
                    if (bad(board, set[a], set[b], set[c], set[d])) return false;
    return true;
}

bool saturated(const Board& board, std::vector<int> set) {
    if (!kyouen_free(board, set)) return false;
    for (int p = 0; p < board.points(); ++p) {
        if (std::find(set.begin(), set.end(), p) != set.end()) continue;
        set.push_back(p);
        if (kyouen_free(board, set)) return false;
        set.pop_back();
    }
    return true;
}

struct Counts {
    std::vector<std::uint64_t> free, full;
};

// All subsets of the board, one by one.
Counts brute_force(const Board& board) {
    Counts counts;
    const int n = board.points();
    counts.free.assign(static_cast<std::size_t>(n + 1), 0);
    counts.full = counts.free;
    for (unsigned subset = 0; subset < 1U << n; ++subset) {
        std::vector<int> set;
        for (int p = 0; p < n; ++p)
            if ((subset >> p & 1U) != 0) set.push_back(p);
        if (!kyouen_free(board, set)) continue;
        ++counts.free[set.size()];
        if (saturated(board, set)) ++counts.full[set.size()];
    }
    return counts;
}

Limits threads(int workers) {
    Limits limits;
    limits.workers = workers;
    return limits;
}

}  // namespace

int main() {
    for (int w = 1; w <= 4; ++w)
        for (int h = 1; h <= 4 && w * h <= 12; ++h) {
            const Board board{w, h};
            const Counts counts = brute_force(board);
            const Spectrum found = spectrum(board, threads(2), {});
            const int largest = static_cast<int>(found.kyouen_free.size()) - 1;
            int smallest = 0;
            while (counts.full[static_cast<std::size_t>(smallest)] == 0) ++smallest;
            for (int k = 0; k <= board.points(); ++k) {
                const auto i = static_cast<std::size_t>(k);
                CHECK(counts.free[i] == (k <= largest ? found.kyouen_free[i] : 0));
                CHECK(counts.full[i] == (k <= largest ? found.saturated[i] : 0));
                if (k < 1 || k > 16) continue;
                const Extremum exact = saturated_of_size(board, k, threads(1), {});
                CHECK(exact.complete);
                CHECK((exact.value == k) == (counts.full[i] > 0));
                if (exact.value == k) CHECK(saturated(board, exact.witness));
            }
            const Extremum most = largest_kyouen_free(board, threads(2), {});
            const Extremum least = smallest_saturated(board, threads(2), {});
            CHECK(most.complete && most.value == largest && kyouen_free(board, most.witness));
            CHECK(least.complete && least.value == smallest && saturated(board, least.witness));
            CHECK(static_cast<int>(most.witness.size()) == largest);
            CHECK(static_cast<int>(least.witness.size()) == smallest);
            CHECK(kyouen_free(board, found.largest) && saturated(board, found.smallest));
        }

    const int largest[] = {1, 3, 5, 7, 9, 11, 14};
    const int smallest[] = {1, 3, 5, 5, 5, 6, 7};
    for (int n = 1; n <= 7; ++n) {
        const Board board{n, n};
        const Extremum most = largest_kyouen_free(board, threads(2), {});
        const Extremum least = smallest_saturated(board, threads(2), {});
        CHECK(most.value == largest[n - 1] && kyouen_free(board, most.witness));
        CHECK(least.value == smallest[n - 1] && saturated(board, least.witness));
        for (int workers : {1, 7}) {
            CHECK(largest_kyouen_free(board, threads(workers), {}).nodes == most.nodes);
            CHECK(smallest_saturated(board, threads(workers), {}).nodes == least.nodes);
        }
    }
    // No known solution is cut off: every size of the 6 x 6 spectrum has a set.
    for (int k = 4; k <= 11; ++k) {
        const Extremum exact = saturated_of_size(Board{6, 6}, k, threads(2), {});
        CHECK((exact.value == k) == (k >= 6));
    }
    const Spectrum six = spectrum(Board{6, 6}, threads(2), {});
    const std::vector<std::uint64_t> full{0, 0, 0, 0, 0, 0, 8, 3952, 115496, 199184, 30492, 464};
    CHECK(six.saturated == full);

    // A transposed board has the same values; more than 64 points use wider sets.
    const Extremum wide = largest_kyouen_free(Board{11, 6}, threads(2), {});
    const Extremum tall = largest_kyouen_free(Board{6, 11}, threads(2), {});
    CHECK(wide.value == tall.value && kyouen_free(Board{11, 6}, wide.witness));
    CHECK(smallest_saturated(Board{2, 40}, threads(2), {}).value ==
          smallest_saturated(Board{40, 2}, threads(2), {}).value);
    CHECK(smallest_saturated(Board{140, 1}, threads(1), {}).value == 3);
    CHECK(largest_kyouen_free(Board{1, 130}, threads(1), {}).value == 3);

    // Limits end a search with what is known so far.
    Limits few = threads(2);
    few.nodes = 1000;
    const Extremum cut = largest_kyouen_free(Board{10, 10}, few, {});
    CHECK(!cut.complete && cut.bound >= 19 && cut.value <= cut.bound);
    std::atomic<int> calls{0};
    const Extremum stopped =
        smallest_saturated(Board{9, 9}, threads(2), [&](const Progress&) { return ++calls < 3; });
    CHECK(!stopped.complete && stopped.value == 0 && stopped.bound <= 9);
    return check_failures != 0;
}
