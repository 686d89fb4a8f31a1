#include "binomials.hpp"

#include <stdexcept>

namespace gridproof {

namespace {

__extension__ typedef unsigned __int128 uint128;

std::uint64_t multiply(std::uint64_t a, std::uint64_t b, std::uint64_t q) {
    return static_cast<std::uint64_t>(static_cast<uint128>(a) * b % q);
}

// Inverse of a unit by the extended Euclidean algorithm; q < 2^62.
std::uint64_t invert(std::uint64_t a, std::uint64_t q) {
    auto r0 = static_cast<std::int64_t>(q), r1 = static_cast<std::int64_t>(a % q);
    std::int64_t s0 = 0, s1 = 1;
    while (r1 != 0) {
        const std::int64_t t = r0 / r1, r2 = r0 - t * r1, s2 = s0 - t * s1;
        r0 = r1;
        r1 = r2;
        s0 = s1;
        s1 = s2;
    }
    return static_cast<std::uint64_t>(s0 < 0 ? s0 + static_cast<std::int64_t>(q) : s0) % q;
}

}  // namespace

UnitFactorials::UnitFactorials(std::uint64_t p, std::uint64_t q) : p_(p), q_(q) {
    if (p < 2 || q < p || q > kMaxPrimePower) throw std::invalid_argument("a prime power up to 10^7 is expected");
    std::uint64_t rest = q;
    for (; rest % p == 0; rest /= p) ++e_;
    if (rest != 1) throw std::invalid_argument("q is not a power of p");
    table_.resize(q);
    table_[0] = 1;
    std::uint64_t value = 1, residue = 0;
    for (std::uint64_t i = 1; i < q; ++i) {
        if (++residue == p) {
            residue = 0;
        } else {
            value = value * i % q;
        }
        table_[i] = static_cast<std::uint32_t>(value);
    }
    negative_blocks_ = q > 2 && table_[q - 1] == q - 1;
}

std::uint64_t UnitFactorials::inverse(std::uint64_t a) const { return invert(a, q_); }

UnitFactorials::Part UnitFactorials::factorial(std::uint64_t x) const {
    // quotient[j] = x / p^j; x / p^j mod q = quotient[j] - q quotient[j + e].
    std::uint64_t quotient[66 + 24];
    int count = 0;
    if (p_ == 2) {
        for (std::uint64_t left = x; left > 0; left >>= 1) quotient[count++] = left;
    } else {
        for (std::uint64_t left = x; left > 0; left /= p_) quotient[count++] = left;
    }
    for (int j = 0; j < e_; ++j) quotient[count + j] = 0;
    Part part{1, 0};
    std::uint64_t blocks = 0;
    // Three residues below 2^21 multiply inside 64 bits: then every second step reduces.
    const bool small = q_ < std::uint64_t{1} << 21;
    for (int j = 0; j < count; ++j) {
        part.unit *= table_[quotient[j] - q_ * quotient[j + e_]];
        if (!small || j % 2 == 1 || j + 1 == count) part.unit %= q_;
        if (j > 0) part.exponent += quotient[j];
        blocks += quotient[j + e_] & 1U;
    }
    if (negative_blocks_ && (blocks & 1U) != 0) part.unit = q_ - part.unit;
    return part;
}

std::uint64_t UnitFactorials::binomial(std::uint64_t n, std::uint64_t r) const {
    const Part a = factorial(n), b = factorial(r), c = factorial(n - r);
    std::uint64_t exponent = a.exponent - b.exponent - c.exponent;
    if (exponent >= static_cast<std::uint64_t>(e_)) return 0;
    std::uint64_t value = a.unit * inverse(b.unit * c.unit % q_) % q_;
    for (; exponent > 0; --exponent) value = value * p_ % q_;
    return value;
}

std::uint64_t binomial_by_factors(std::uint64_t n, std::uint64_t r, std::uint64_t p, std::uint64_t q) {
    if (r > n || p < 2 || q < p || q >> 62 != 0) throw std::invalid_argument("0 <= r <= n and a prime power below 2^62");
    std::uint64_t over = 1, under = 1;
    std::uint64_t exponent = 0;
    for (std::uint64_t i = 1; i <= r; ++i) {
        std::uint64_t top = n - r + i, bottom = i;
        for (; top % p == 0; top /= p) ++exponent;
        for (; bottom % p == 0; bottom /= p) --exponent;  // never below zero at the end
        over = multiply(over, top % q, q);
        under = multiply(under, bottom % q, q);
    }
    std::uint64_t value = multiply(over, invert(under, q), q);
    for (; exponent > 0 && value != 0; --exponent) value = multiply(value, p, q);
    return value;
}

}  // namespace gridproof
