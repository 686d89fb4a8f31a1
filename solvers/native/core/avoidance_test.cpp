#include "avoidance.hpp"

#include <algorithm>
#include <stdexcept>

#include "check.hpp"
#include "curves.hpp"
#include "process_distribution.hpp"

using namespace gridproof;

namespace {

bool bad(const Board& b, int p, int q, int r, int s) {
    const std::int64_t xy[8] = {b.x(p), b.y(p), b.x(q), b.y(q), b.x(r), b.y(r), b.x(s), b.y(s)};
    return concyclic(xy) == Verdict::Yes;
}

// A trial's end by the determinant: kyouen-free, and the candidates left are the playable ones.
bool is_right(const Board& board, const Trial& trial) {
    const auto& s = trial.stones;
    std::vector<int> playable;
    for (int p = 0; p < board.points(); ++p) {
        if (std::find(s.begin(), s.end(), p) != s.end()) continue;
        bool free = true;
        for (std::size_t i = 0; i < s.size() && free; ++i)
            for (std::size_t j = 0; j < i && free; ++j)
                for (std::size_t k = 0; k < j && free; ++k) free = !bad(board, s[i], s[j], s[k], p);
        if (free) playable.push_back(p);
    }
    for (std::size_t i = 0; i < s.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            for (std::size_t k = 0; k < j; ++k)
                for (std::size_t l = 0; l < k; ++l)
                    if (bad(board, s[i], s[j], s[k], s[l])) return false;
    return playable == trial.candidates;
}

void test_trials() {
    const Board boards[] = {{3, 3}, {5, 5}, {9, 9}, {12, 7}, {1, 6}, {16, 16}};
    for (const Board& board : boards) {
        for (const Process process : {Process::kAvoidance, Process::kSaturation}) {
            for (std::uint64_t number = 0; number < 20; ++number) {
                const Trial plain = run_trial(board, process, Method::kPlain, 5, number);
                const Trial walk = run_trial(board, process, Method::kWalk, 5, number);
                CHECK(plain.stones == walk.stones && plain.candidates == walk.candidates);
                CHECK(plain.tests == walk.tests);
                CHECK(is_right(board, walk));
            }
        }
    }
    // A large board, where most circles have few lattice rows: hits by the determinant.
    const Board big{128, 128};
    const Trial trial = run_trial(big, Process::kAvoidance, Method::kWalk, 1, 0);
    const std::vector<int> some(trial.stones.begin(), trial.stones.begin() + 8);
    const auto hits = curve_hits(big, some);
    std::uint64_t sum = 0, expected = 0;
    for (int p = 0; p < big.points(); ++p) {
        sum += hits[static_cast<std::size_t>(p)];
        for (std::size_t i = 0; i < some.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                for (std::size_t k = 0; k < j; ++k)
                    expected += p == some[i] || p == some[j] || p == some[k] || bad(big, some[i], some[j], some[k], p);
    }
    CHECK(sum == expected);
    bool thrown = false;
    try {
        run_trial({129, 1}, Process::kAvoidance, Method::kWalk, 1, 0);
    } catch (const std::invalid_argument&) {
        thrown = true;
    }
    CHECK(thrown);
}

void test_sums() {
    Limits limits;
    const ProcessSums alone = run_process({7, 7}, Process::kAvoidance, Method::kWalk, 500, 3, limits, nullptr);
    limits.workers = 3;
    const ProcessSums shared = run_process({7, 7}, Process::kAvoidance, Method::kPlain, 500, 3, limits, nullptr);
    CHECK(alone.complete && alone.successes == 500 && alone.trials == shared.trials);
    CHECK(alone.tests == shared.tests && alone.tests_squared == shared.tests_squared);
    CHECK(alone.by_stones == shared.by_stones);
}

void test_distribution() {
    const std::vector<std::uint64_t> primes = {(std::uint64_t{1} << 61) - 1};
    const Distribution d = process_distribution({3, 3}, Process::kAvoidance, primes, 0, {}, nullptr);
    CHECK(d.complete && d.orbits[0] == 1 && d.orbits[1] == 3);
    // Success after four stones with probability 4 / 35: 4 L^4 / 35, L = 2520.
    const std::uint64_t power = std::uint64_t{2520} * 2520 * 2520 * 2520;
    CHECK(d.success[4][0] == power / 35 * 4);
    const Distribution none = process_distribution({6, 6}, Process::kSaturation, primes, 1, {}, nullptr);
    CHECK(!none.complete);
}

}  // namespace

int main() {
    test_trials();
    test_sums();
    test_distribution();
    return check_failures != 0;
}
