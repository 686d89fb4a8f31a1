// Binomial coefficients modulo prime powers (Granville 1997).
//
// Object: for q = p^e the table F(i) = product of the k <= i prime to p, mod q, and
// for any x the product of F(x / p^j mod q) over j >= 0, with the sign F(q - 1) for
// each full block: the part of x! prime to p. With the exponent of p by Legendre,
//   C(n, r) = p^v f(n) / (f(r) f(n - r))  mod q.
//
// Complexity: O(q) once, O(log_p n) a query. Price: 4 q bytes, q <= 10^7.
#pragma once

#include <cstdint>
#include <vector>

namespace gridproof {

inline constexpr std::uint64_t kMaxPrimePower = 10'000'000;

class UnitFactorials {
public:
    UnitFactorials(std::uint64_t p, std::uint64_t q);  // q = p^e <= kMaxPrimePower

    std::uint64_t p() const { return p_; }
    std::uint64_t q() const { return q_; }
    std::uint64_t at(std::uint64_t i) const { return table_[i]; }  // i < q
    // C(n, r) mod q for 0 <= r <= n < 2^63.
    std::uint64_t binomial(std::uint64_t n, std::uint64_t r) const;

private:
    struct Part {
        std::uint64_t unit;      // part of x! prime to p, mod q
        std::uint64_t exponent;  // of p in x!
    };
    Part factorial(std::uint64_t x) const;
    std::uint64_t inverse(std::uint64_t a) const;

    std::uint64_t p_, q_;
    int e_ = 0;
    bool negative_blocks_ = false;  // F(q - 1) = -1 rather than 1
    std::vector<std::uint32_t> table_;
};

// C(n, r) mod p^e by its r factors, p taken out of each: any modulus below 2^62.
std::uint64_t binomial_by_factors(std::uint64_t n, std::uint64_t r, std::uint64_t p, std::uint64_t q);

}  // namespace gridproof
