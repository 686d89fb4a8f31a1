// Exact distribution of the random kyouen processes on a board of at most 49 points.
//
// Object: for each m the probability that the process ends with m stones, and for the
// avoidance process with one candidate left (success) or none. By layers: the weight of an
// orbit of kyouen-free sets is the probability that the process meets one of its members;
// each of the c candidates passes on a c-th part.
//
// Invariant: with L the least common multiple of 1, ..., points, a weight after k stones is an
// integer divided by L^k. Weights are kept modulo primes below 2^61; the caller puts them
// together by the Chinese remainder theorem, with as many primes as L^k needs bits.
//
// Complexity: orbits times candidates times (symmetries + primes). Price: 8 bytes a prime and
// orbit of two layers.
#pragma once

#include <cstdint>
#include <vector>

#include "avoidance.hpp"
#include "board.hpp"
#include "parallel.hpp"

namespace gridproof {

struct Distribution {
    bool complete = false;
    std::vector<std::uint64_t> orbits;  // by number of stones
    // [stones][prime]: numerators over L^stones, modulo each prime.
    std::vector<std::vector<std::uint64_t>> success;  // one candidate left (avoidance)
    std::vector<std::vector<std::uint64_t>> stuck;    // none left
    std::uint64_t bytes = 0;                          // most memory for weights
};

// primes: distinct, each below 2^61 and above the number of points. memory: bytes, 0 for none.
Distribution process_distribution(const Board& board, Process process,
                                  const std::vector<std::uint64_t>& primes, std::uint64_t memory,
                                  const Limits& limits, const Poll& poll);

}  // namespace gridproof
