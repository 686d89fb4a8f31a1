// Both methods against Pascal's triangle, and known values beyond it.
#include "binomials.hpp"

#include "check.hpp"

using namespace gridproof;

int main() {
    const std::uint64_t powers[][2] = {{2, 2},  {2, 4},   {2, 8},  {2, 16},  {2, 64}, {3, 3},
                                       {3, 9},  {3, 27},  {5, 5},  {5, 25},  {7, 49}, {11, 11},
                                       {13, 169}, {97, 97}, {101, 10201}};
    for (const auto& [p, q] : powers) {
        const UnitFactorials table(p, q);
        std::vector<std::uint64_t> row{1};
        for (std::uint64_t n = 0; n < 200; ++n) {
            for (std::uint64_t r = 0; r <= n; ++r) {
                CHECK(table.binomial(n, r) == row[r] % q);
                CHECK(binomial_by_factors(n, r, p, q) == row[r] % q);
            }
            row.push_back(0);
            for (std::uint64_t r = n + 1; r > 0; --r) row[r] = (row[r] + row[r - 1]) % q;
        }
        // Large arguments: the two methods against each other.
        const std::uint64_t n = 999'999'999'999'999'989ULL;
        for (std::uint64_t r = 0; r < 300; r += 7)
            CHECK(table.binomial(n, r) == binomial_by_factors(n, r, p, q));
    }
    CHECK(UnitFactorials(2, 4).binomial(2021, 37) == 3);
    CHECK(UnitFactorials(3, 27).binomial(28, 3) == 9);
    CHECK(UnitFactorials(10007, 10007).binomial(1000000007ULL, 998244353ULL) == 0);
    return check_failures != 0;
}
