// All solutions of a numberlink puzzle as a zero-suppressed decision diagram.
//
// Object: cells are decided row by row along the shorter side; the one choice at
// a cell is whether the edge to its right is taken, the edge below follows from
// the degree. A state is the frontier's mate array in canonical form: for each of
// the width + 1 edges that cross the frontier nothing, the label its path starts
// from, or a bracket that pairs it with the other end of a path without a label
// (such paths never cross in the plane, so brackets tell the pairs).
// Invariant: two partial solutions share a state exactly when the same
// completions solve both; a state whose degrees no completion can satisfy is
// never made (a table over the 2^(width + 1) sets of crossing edges says so).
// Complexity: linear in the states, which grow exponentially with the shorter
// side. How many there are depends on the side one begins at, often tenfold, so
// sweeps from all sides (two on a rectangle) take turns until one arrives: the
// farthest goes on unless it has four times the states of another.
// Price: 8 bytes a state until the states without completion are dropped, and (width + 2) * ceil(log2(labels + 3)) must not exceed 128, nor width 30.
//
// States with interleaved labels are kept on purpose: while a path without a
// label is open they may still be joined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "parallel.hpp"

namespace gridproof {

struct Numberlink {
    int width;
    int height;
    std::vector<int> cells;  // row by row: -1 hole, 0 empty, 1 .. K a label, each twice
    bool full_cover;         // else cells may stay empty
};

enum class MateEnd { complete, stopped, memory };

using Limbs = std::vector<std::uint64_t>;  // little-endian, no leading zero limb
using EdgeList = std::vector<std::pair<int, int>>;

// Children by "edge to the right: no / yes"; the top bits remember whether the
// edges from the left and from above are taken.
struct MateNode {
    static constexpr std::uint32_t kNone = 0x7FFFFFFF;
    std::uint32_t child[2];
    std::uint32_t to(int side) const { return child[side] & kNone; }
    bool left() const { return (child[0] >> 31) != 0; }
    bool up() const { return (child[1] >> 31) != 0; }
};

class MateDiagram {
public:
    // Whether the frontier of this puzzle fits a key.
    static bool fits(const Numberlink& puzzle);

    // Throws std::invalid_argument where it does not fit. memory in bytes, 0: no limit.
    MateDiagram(const Numberlink& puzzle, std::size_t memory, Control& control);

    MateEnd end() const { return end_; }
    std::uint64_t states() const { return states_; }  // of all sweeps together
    std::uint64_t sweep_states() const { return sweep_states_; }  // of the one that arrived
    std::uint64_t widest() const { return widest_; }
    std::uint64_t nodes() const { return nodes_; }  // with a completion
    std::uint64_t peak_bytes() const { return peak_bytes_; }
    // What follows is only for a complete diagram.
    Limbs count() const;
    // Solution number `index` in the order of the diagram, 0 <= index < count().
    EdgeList solution(const Limbs& index) const;
    EdgeList common_edges() const;

private:
    void trim();
    template <int N>
    bool count_with();
    bool down(int cell, const MateNode& node, int right) const;
    std::pair<int, int> edge(int cell, bool right) const;

    Numberlink puzzle_;  // as the sweep saw it
    bool turned_ = false;
    bool flipped_ = false;
    MateEnd end_ = MateEnd::complete;
    std::uint64_t states_ = 0;
    std::uint64_t sweep_states_ = 0;
    std::uint64_t widest_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t peak_bytes_ = 0;
    std::vector<std::vector<MateNode>> level_;  // one for each cell
    int limbs_ = 0;
    std::vector<std::vector<std::uint64_t>> counts_;  // limbs_ words a node
};

}  // namespace gridproof
