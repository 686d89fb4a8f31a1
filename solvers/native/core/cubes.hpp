// What a long search is cut into, for both extremal problems.
//
// Maximum: is there a kyouen-free set of more than `best` points in the first `rows` rows? A
// cube is a filling of the first rows; its children are all fillings of one more row (of
// a row and its mirror image, while all rows are their own mirror images, the larger bit
// pattern). So the cubes of any cut of this tree cover the question.
//
// Minimum: is there a saturated set of exactly k points? A cube is a seed of the
// deletion chains, three stones least among their images, or every m-th of its children.
//
// The tables are read only: any number of threads may ask one object at the same time.
// Price: the triple table of the board, and the levels of one search a call.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "board.hpp"
#include "explored.hpp"

namespace gridproof {

struct RowQuestion {
    int rows;
    int best;
    std::vector<int> bands;  // [j]: the largest size in j rows, j = 0 .. rows - 1; [rows]: a bound
};

struct RowCube {
    std::vector<int> stones;  // all stones of the first `depth` rows, in rising order
    int depth;
};

class MaximumCubes {
public:
    explicit MaximumCubes(const Board& board);
    ~MaximumCubes();

    std::vector<RowCube> children(const RowQuestion& question, const RowCube& cube) const;
    std::uint64_t estimate(const RowQuestion& question, const RowCube& cube, int probes, std::uint64_t seed) const;
    std::vector<Explored> explore(const RowQuestion& question, const std::vector<RowCube>& cubes,
                                  const Limits& limits, const Poll& poll) const;

    struct Face;

private:
    std::unique_ptr<Face> face_;
};

struct Part {
    std::vector<int> stones;  // the seed
    std::uint64_t part = 0, parts = 1;
};

class MinimumCubes {
public:
    MinimumCubes(const Board& board, int size);
    ~MinimumCubes();

    // Seeds by the points their curve blocks, most first.
    std::vector<std::vector<int>> seeds() const;
    std::uint64_t estimate(const Part& part, int probes, std::uint64_t seed) const;
    std::vector<Explored> explore(const std::vector<Part>& parts, const Limits& limits, const Poll& poll) const;

    struct Face;

private:
    std::unique_ptr<Face> face_;
};

}  // namespace gridproof
