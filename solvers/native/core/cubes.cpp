#include "cubes.hpp"

#include <algorithm>
#include <stdexcept>

#include "chain_search.hpp"
#include "row_search.hpp"

namespace gridproof {

struct MaximumCubes::Face {
    virtual ~Face() = default;
    virtual std::vector<RowCube> children(const RowQuestion&, const RowCube&) const = 0;
    virtual std::uint64_t estimate(const RowQuestion&, const RowCube&, int, std::uint64_t) const = 0;
    virtual std::vector<Explored> explore(const RowQuestion&, const std::vector<RowCube>&, const Limits&,
                                          const Poll&) const = 0;
};

struct MinimumCubes::Face {
    virtual ~Face() = default;
    virtual std::vector<std::vector<int>> seeds() const = 0;
    virtual std::uint64_t estimate(const Part&, int, std::uint64_t) const = 0;
    virtual std::vector<Explored> explore(const std::vector<Part>&, const Limits&, const Poll&) const = 0;
};

namespace {

template <class Probe>
std::uint64_t mean(int probes, std::uint64_t seed, Probe probe) {
    Control control({}, nullptr);
    Random random(seed);
    std::uint64_t total = 0;
    for (int i = 0; i < probes; ++i) {
        Meter meter(control);
        total += std::min(probe(random, meter), std::uint64_t{1} << 40);
    }
    return total / static_cast<std::uint64_t>(std::max(1, probes));
}

template <int W>
struct Rows final : MaximumCubes::Face {
    explicit Rows(const Board& b) : board(b), table{CurveTable(b)} {}

    Prefix prefix(const RowQuestion& question, const RowCube& cube) const {
        const auto& [stones, depth] = cube;
        if (question.rows < 1 || question.rows > board.height || depth < 0 || depth > question.rows)
            throw std::invalid_argument("rows out of range");
        if (static_cast<int>(question.bands.size()) != question.rows + 1)
            throw std::invalid_argument("expected a band value for each number of rows");
        bool symmetric = true;
        for (std::size_t i = 0; i < stones.size(); ++i) {
            if (stones[i] < 0 || stones[i] >= depth * board.width || (i > 0 && stones[i] <= stones[i - 1]))
                throw std::invalid_argument("the stones of a prefix lie in its rows, in rising order");
            for (std::size_t j = 0; j < i; ++j)
                for (std::size_t k = 0; k < j; ++k)
                    if (table.at(stones[k], stones[j], stones[i]).any())
                        for (std::size_t l = 0; l < k; ++l)
                            if (table.at(stones[k], stones[j], stones[i]).test(stones[l]))
                                throw std::invalid_argument("four stones of the prefix lie on one curve");
            const int mirror = stones[i] / board.width * board.width + board.width - 1 - stones[i] % board.width;
            symmetric = symmetric && std::find(stones.begin(), stones.end(), mirror) != stones.end();
        }
        return {stones, symmetric};
    }

    std::vector<RowCube> children(const RowQuestion& question, const RowCube& cube) const override {
        if (cube.depth >= question.rows) throw std::invalid_argument("all rows are filled");
        Control control({}, nullptr);
        Meter meter(control);
        RowSearch<W> search(board, table);
        std::vector<RowCube> out;
        for (Prefix& each : search.children(prefix(question, cube), question.rows, cube.depth, meter))
            out.push_back({std::move(each.stones), cube.depth + 1});
        return out;
    }

    std::uint64_t estimate(const RowQuestion& question, const RowCube& cube, int probes,
                           std::uint64_t seed) const override {
        RowSearch<W> search(board, table);
        const Prefix from = prefix(question, cube);
        return mean(probes, seed, [&](Random& random, Meter& meter) {
            return search.probe(from, question.rows, cube.depth, question.best, question.bands, random, meter);
        });
    }

    std::vector<Explored> explore(const RowQuestion& question, const std::vector<RowCube>& cubes,
                                  const Limits& limits, const Poll& poll) const override {
        RowSearch<W> search(board, table);
        return explore_all(cubes.size(), limits, poll, [&](std::size_t i, Meter& meter) {
            const int reached = search.explore(prefix(question, cubes[i]), question.rows, cubes[i].depth,
                                               question.best, question.bands, meter);
            return reached > question.best ? search.witness() : std::vector<int>{};
        });
    }

    Board board;
    TripleTable<W> table;
};

template <int W>
struct Chains final : MinimumCubes::Face {
    Chains(const Board& board, int size) : tables(board), k(size) {}

    std::vector<std::vector<int>> seeds() const override {
        ChainSearch<W> search(tables, k);
        std::vector<std::vector<int>> out;
        for (const Seed& seed : search.seeds()) out.emplace_back(seed.stones.begin(), seed.stones.end());
        return out;
    }

    Seed seed_of(const Part& part) const {
        if (part.stones.size() != 3 || part.stones[0] < 0 || part.stones[0] >= part.stones[1] ||
            part.stones[1] >= part.stones[2] || part.stones[2] >= tables.n)
            throw std::invalid_argument("a seed has three stones, in rising order");
        if (part.parts < 1 || part.part >= part.parts) throw std::invalid_argument("expected part < parts");
        const std::vector<int>& s = part.stones;
        return {{s[0], s[1], s[2]}, std::max(0, tables.curves.at(s[0], s[1], s[2]).count() - 3)};
    }

    std::uint64_t estimate(const Part& part, int probes, std::uint64_t seed) const override {
        ChainSearch<W> search(tables, k);
        const Seed from = seed_of(part);
        return mean(probes, seed, [&](Random& random, Meter& meter) {
            return search.probe(from, random, meter, part.part, part.parts);
        });
    }

    std::vector<Explored> explore(const std::vector<Part>& parts, const Limits& limits, const Poll& poll) const override {
        ChainSearch<W> search(tables, k);
        return explore_all(parts.size(), limits, poll, [&](std::size_t i, Meter& meter) {
            const bool found = search.explore(seed_of(parts[i]), meter, parts[i].part, parts[i].parts);
            return found ? search.witness() : std::vector<int>{};
        });
    }

    ChainTables<W> tables;
    int k;
};

template <class Face, template <int> class Kind, class... Rest>
std::unique_ptr<Face> make(const Board& board, Rest... rest) {
    const int n = board.points();
    if (board.width < 1 || board.height < 1 || n > kMaxSearchPoints)
        throw std::invalid_argument("the search holds boards of 1 to 144 points");
    if (n <= 64) return std::make_unique<Kind<1>>(board, rest...);
    if (n <= 128) return std::make_unique<Kind<2>>(board, rest...);
    return std::make_unique<Kind<3>>(board, rest...);
}

int checked_size(int size) {
    if (size < 3 || size > ChainSearch<1>::kMaxSize)
        throw std::invalid_argument("the cubes hold saturated sets of 3 to 16 points");
    return size;
}

}  // namespace

MaximumCubes::MaximumCubes(const Board& board) : face_(make<Face, Rows>(board)) {}
MaximumCubes::~MaximumCubes() = default;
std::vector<RowCube> MaximumCubes::children(const RowQuestion& question, const RowCube& cube) const {
    return face_->children(question, cube);
}
std::uint64_t MaximumCubes::estimate(const RowQuestion& question, const RowCube& cube, int probes,
                                     std::uint64_t seed) const {
    return face_->estimate(question, cube, probes, seed);
}
std::vector<Explored> MaximumCubes::explore(const RowQuestion& question, const std::vector<RowCube>& cubes,
                                            const Limits& limits, const Poll& poll) const {
    return face_->explore(question, cubes, limits, poll);
}

MinimumCubes::MinimumCubes(const Board& board, int size)
    : face_(make<Face, Chains>(board, checked_size(size))) {}
MinimumCubes::~MinimumCubes() = default;
std::vector<std::vector<int>> MinimumCubes::seeds() const { return face_->seeds(); }
std::uint64_t MinimumCubes::estimate(const Part& part, int probes, std::uint64_t seed) const {
    return face_->estimate(part, probes, seed);
}
std::vector<Explored> MinimumCubes::explore(const std::vector<Part>& parts, const Limits& limits,
                                            const Poll& poll) const {
    return face_->explore(parts, limits, poll);
}

}  // namespace gridproof
