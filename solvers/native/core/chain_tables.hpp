// What the deletion-chain search looks up for a board: the curve of a triple, how
// many points it has (eight points a word, one byte each), the symmetries.
//
// Price: the triple table and N^3 bytes. Curve sizes are below 256 less 3.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "board.hpp"
#include "curves.hpp"

namespace gridproof {

template <int W>
class ChainTables {
public:
    explicit ChainTables(const Board& board)
        : n(board.points()), curves(CurveTable(board)), maps(symmetries(board)),
          stride_(static_cast<std::size_t>((n + 7) / 8)) {
        const auto count = static_cast<std::size_t>(n);
        sizes_.assign(count * count * stride_, 0);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                auto* lanes = reinterpret_cast<unsigned char*>(
                    sizes_.data() + (static_cast<std::size_t>(i) * count + static_cast<std::size_t>(j)) * stride_);
                for (int q = 0; q < n; ++q)
                    lanes[q] = static_cast<unsigned char>(std::max(0, curves.at(i, j, q).count() - 3));
            }
        for (int i = 0; i < n; ++i) all.set(i);
    }
    // Eight points a word, one byte each: how many other points curve(i, j, q) has.
    const std::uint64_t* sizes(int i, int j) const {
        return sizes_.data() +
               (static_cast<std::size_t>(i) * static_cast<std::size_t>(n) + static_cast<std::size_t>(j)) * stride_;
    }
    std::size_t stride() const { return stride_; }
    Bits<W> image(std::size_t g, const int* stones, int size) const {
        Bits<W> out;
        for (int i = 0; i < size; ++i) out.set(maps[g][static_cast<std::size_t>(stones[i])]);
        return out;
    }

    int n;
    TripleTable<W> curves;
    std::vector<Permutation> maps;
    Bits<W> all;

private:
    std::size_t stride_;
    std::vector<std::uint64_t> sizes_;
};

}  // namespace gridproof
