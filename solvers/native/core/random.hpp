// The generator of every native random process: SplitMix64 (Steele, Lea, Flood 2014).
//
// Invariant: the same seed gives the same numbers on every machine and for any number of
// threads, since each unit of work has a generator of its own. `below` is exactly uniform.
#pragma once

#include <cstdint>

namespace gridproof {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }

    // Uniform in [0, n), n >= 1: values in the last, incomplete block are drawn again.
    std::uint64_t below(std::uint64_t n) {
        const std::uint64_t reject = (0 - n) % n;  // 2^64 mod n
        std::uint64_t r = next();
        while (r < reject) r = next();
        return r % n;
    }

    // The same for n < 2^32, without a division but in rare cases (Lemire 2019).
    std::uint32_t below32(std::uint32_t n) {
        std::uint64_t product = (next() >> 32) * n;
        if (static_cast<std::uint32_t>(product) < n) {
            const std::uint32_t reject = (0 - n) % n;
            while (static_cast<std::uint32_t>(product) < reject) product = (next() >> 32) * n;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

private:
    std::uint64_t state_;
};

}  // namespace gridproof
