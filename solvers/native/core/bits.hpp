// Fixed-width bit sets: W 64-bit words hold the points 0 .. 64 W - 1 of a board.
//
// Invariant: bits at or beyond the number of points of the board are zero.
// Every operation is O(W); W is a compile-time constant, so loops unroll.
#pragma once

#include <bit>
#include <cstdint>

namespace gridproof {

template <int W>
struct Bits {
    std::uint64_t word[W] = {};

    bool test(int i) const { return (word[i >> 6] >> (i & 63) & 1U) != 0; }
    void set(int i) { word[i >> 6] |= std::uint64_t{1} << (i & 63); }
    void reset(int i) { word[i >> 6] &= ~(std::uint64_t{1} << (i & 63)); }

    bool any() const {
        std::uint64_t all = 0;
        for (int i = 0; i < W; ++i) all |= word[i];
        return all != 0;
    }
    int count() const {
        int total = 0;
        for (int i = 0; i < W; ++i) total += std::popcount(word[i]);
        return total;
    }
    // Smallest member; the set must not be empty.
    int first() const {
        int i = 0;
        while (word[i] == 0) ++i;
        return i * 64 + std::countr_zero(word[i]);
    }
    // Removes and returns the smallest member; the set must not be empty.
    int pop() {
        int i = 0;
        while (word[i] == 0) ++i;
        const int bit = std::countr_zero(word[i]);
        word[i] &= word[i] - 1;
        return i * 64 + bit;
    }
    // The bits from .. from + length - 1 as a small integer; length <= 32.
    std::uint32_t slice(int from, int length) const {
        const int at = from >> 6;
        const int shift = from & 63;
        std::uint64_t value = word[at] >> shift;
        if (shift + length > 64 && at + 1 < W) value |= word[at + 1] << (64 - shift);
        return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << length) - 1));
    }

    Bits& operator|=(const Bits& other) {
        for (int i = 0; i < W; ++i) word[i] |= other.word[i];
        return *this;
    }
    Bits& operator&=(const Bits& other) {
        for (int i = 0; i < W; ++i) word[i] &= other.word[i];
        return *this;
    }
    // Set difference.
    Bits& operator-=(const Bits& other) {
        for (int i = 0; i < W; ++i) word[i] &= ~other.word[i];
        return *this;
    }
    friend Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend Bits operator-(Bits a, const Bits& b) { return a -= b; }
    friend bool operator==(const Bits& a, const Bits& b) = default;
    // Order as integers, most significant word first.
    friend bool operator<(const Bits& a, const Bits& b) {
        for (int i = W - 1; i > 0; --i)
            if (a.word[i] != b.word[i]) return a.word[i] < b.word[i];
        return a.word[0] < b.word[0];
    }
};

}  // namespace gridproof
