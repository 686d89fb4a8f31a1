#include "mate.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <stdexcept>

namespace gridproof {
namespace {

__extension__ typedef unsigned __int128 Wide;

constexpr std::uint64_t kLead = 4;
constexpr int kWidest = 30;  // sets of width + 1 crossing edges are shifted once in 32 bits

int symbol_bits(int labels) { return std::bit_width(static_cast<unsigned>(labels + 2)); }

int labels_of(const Numberlink& puzzle) {
    return puzzle.cells.empty() ? 0 : std::max(0, *std::max_element(puzzle.cells.begin(), puzzle.cells.end()));
}

std::uint64_t mix(Wide key) {
    std::uint64_t h = static_cast<std::uint64_t>(key) ^
                      (static_cast<std::uint64_t>(key >> 64) * 0x9E3779B97F4A7C15ULL);
    h *= 0xFF51AFD7ED558CCDULL;
    h ^= h >> 32;
    h *= 0xC4CEB9FE1A85EC53ULL;
    return h ^ (h >> 29);
}

// Keys in order of arrival, found by open addressing; slots hold number + 1.
template <class Key>
class StateTable {
public:
    std::vector<Key> keys;
    std::vector<std::uint32_t> crossing;  // which symbols of the key are not 0

    void clear() {
        keys.clear();
        crossing.clear();
        if (slots_.empty()) slots_.resize(256);
        std::fill(slots_.begin(), slots_.end(), 0U);
    }
    std::uint32_t number(Key key, std::uint32_t set) {
        if ((keys.size() + 1) * 2 > slots_.size()) grow();
        std::size_t at = mix(key) & (slots_.size() - 1);
        while (slots_[at] != 0) {
            if (keys[slots_[at] - 1] == key) return slots_[at] - 1;
            at = (at + 1) & (slots_.size() - 1);
        }
        keys.push_back(key);
        crossing.push_back(set);
        slots_[at] = static_cast<std::uint32_t>(keys.size());
        return slots_[at] - 1;
    }
    std::size_t bytes() const { return keys.capacity() * (sizeof(Key) + 4) + slots_.size() * 4; }

private:
    void grow() {
        slots_.assign(slots_.size() * 2, 0U);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            std::size_t at = mix(keys[i]) & (slots_.size() - 1);
            while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = static_cast<std::uint32_t>(i + 1);
        }
    }
    std::vector<std::uint32_t> slots_;
};

// Which sets of crossing edges have a completion as far as degrees go. Bit c of
// a set is the edge from the left, bits below c go down from decided cells of
// the row, bits above c come from the row above.
class Degrees {
public:
    // Boards that need more bits go without the table: more states, the same solutions.
    static constexpr std::size_t kMostBits = std::size_t{1} << 29;

    explicit Degrees(const Numberlink& p) {
        const std::size_t cells = p.cells.size();
        const std::size_t sets = std::size_t{2} << p.width;
        if (sets > kMostBits / (cells + 1)) return;
        live_.assign(cells + 1, std::vector<std::uint64_t>((sets + 63) / 64));
        live_[cells][0] = 1;
        std::vector<std::uint8_t> now(sets);
        std::vector<std::uint8_t> after(sets);
        after[0] = 1;
        for (std::size_t i = cells; i-- > 0;) {
            const int c = static_cast<int>(i) % p.width;
            const bool can_right = c + 1 < p.width;
            const bool can_down = i + static_cast<std::size_t>(p.width) < cells;
            const int cell = p.cells[i];
            const std::size_t left = std::size_t{1} << c;
            const std::size_t up = left * 2;
            for (std::size_t high = 0; high < sets; high += up * 2) {
                for (std::size_t rest = high; rest < high + left; ++rest) {
                    // Behind the last cell of a row the sets shift to the next row.
                    const auto at = [&](std::size_t set) { return after[can_right ? set : set * 2]; };
                    const std::uint8_t none = at(rest);
                    const std::uint8_t one =
                        (can_right ? at(rest | up) : std::uint8_t{0}) | (can_down ? at(rest | left) : std::uint8_t{0});
                    const std::uint8_t both = can_right && can_down ? at(rest | left | up) : std::uint8_t{0};
                    const bool may_stay_empty = cell < 0 || (cell == 0 && !p.full_cover);
                    const auto go_on = cell == 0 ? both : cell > 0 ? one : std::uint8_t{0};
                    now[rest] = may_stay_empty ? go_on | none : go_on;
                    now[rest | left] = now[rest | up] = cell == 0 ? one : cell > 0 ? none : std::uint8_t{0};
                    now[rest | left | up] = cell == 0 ? none : std::uint8_t{0};
                }
            }
            for (std::size_t set = 0; set < sets; ++set)
                live_[i][set >> 6] |= std::uint64_t{now[set]} << (set & 63);
            std::swap(now, after);
        }
    }
    // Whether the set that crosses before cell `next` can be completed.
    bool ok(std::size_t next, std::uint32_t set) const {
        return live_.empty() || (live_[next][set >> 6] >> (set & 63) & 1U) != 0;
    }

private:
    std::vector<std::vector<std::uint64_t>> live_;
};

// The symbols of a key: 0 nothing, 1 .. K labels, K + 1 opens, K + 2 closes.
template <class Key>
struct Frontier {
    int bits;
    int opens;
    Key mask;

    explicit Frontier(int labels)
        : bits(symbol_bits(labels)), opens(labels + 1), mask(static_cast<Key>((1U << bits) - 1U)) {}
    int get(Key key, int at) const { return static_cast<int>(key >> (bits * at) & mask); }
    Key put(Key key, int at, int symbol) const {
        return (key & ~(mask << (bits * at))) | (static_cast<Key>(symbol) << (bits * at));
    }
    bool open_end(int symbol) const { return symbol >= opens; }
    int mate(Key key, int at) const {
        const int step = get(key, at) == opens ? 1 : -1;
        int depth = 0;
        for (int i = at;; i += step) {
            const int symbol = get(key, i);
            if (symbol == opens) ++depth;
            if (symbol == opens + 1) --depth;
            if (depth == 0) return i;
        }
    }
};

// Turned and flipped so that the rows are decided in another order.
Numberlink placed(const Numberlink& p, bool turned, bool flipped) {
    Numberlink out{turned ? p.height : p.width, turned ? p.width : p.height, {}, p.full_cover};
    for (int y = 0; y < out.height; ++y)
        for (int x = 0; x < out.width; ++x) {
            const int row = flipped ? out.height - 1 - y : y;
            out.cells.push_back(p.cells[static_cast<std::size_t>(turned ? x * p.width + row : row * p.width + x)]);
        }
    return out;
}

// One sweep over the cells, which can pause after every cell.
class Sweep {
public:
    virtual ~Sweep() = default;
    virtual std::size_t decided() const = 0;
    bool done() const { return decided() > puzzle.cells.size(); }
    // Decides the next cell; returns early when `pause(bytes)` says so.
    virtual void advance(const std::function<bool(std::size_t)>& pause) = 0;

    Numberlink puzzle;
    bool turned = false;
    bool flipped = false;
    std::uint64_t states = 0;
    std::uint64_t widest = 0;
    std::size_t bytes = 0;
    bool overflow = false;
    std::vector<std::vector<MateNode>> level;
};

template <class Key>
class KeyedSweep : public Sweep {
public:
    KeyedSweep(const Numberlink& original, bool turn, bool flip)
        : degrees_(placed(original, turn, flip)), f_(labels_of(original)) {
        puzzle = placed(original, turn, flip);
        turned = turn;
        flipped = flip;
        level.resize(puzzle.cells.size() + 1);
        now_.clear();
        now_.number(Key{0}, 0);
    }
    std::size_t decided() const override { return next_cell_; }
    void advance(const std::function<bool(std::size_t)>& pause) override {
        const std::size_t i = next_cell_++;
        if (i == puzzle.cells.size()) {
            // Nothing crosses behind the last cell, so at most one state is left.
            level[i].resize(now_.keys.size(), MateNode{{MateNode::kNone, MateNode::kNone}});
            return;
        }
        const int width = puzzle.width;
        const int c = static_cast<int>(i) % width;
        const bool can_right = c + 1 < width;
        const bool can_down = i + static_cast<std::size_t>(width) < puzzle.cells.size();
        const int cell = puzzle.cells[i];
        next_.clear();
        auto& nodes = level[i];
        nodes.resize(now_.keys.size());
        kept_ += nodes.size() * sizeof(MateNode);
        for (std::size_t s = 0; s < now_.keys.size(); ++s) {
            if ((s & 0x3FFF) == 0x3FFF || s + 1 == now_.keys.size()) {
                bytes = kept_ + now_.bytes() + next_.bytes();
                if (pause(bytes)) return;
            }
            const Key key = now_.keys[s];
            const int left = f_.get(key, c);
            const int up = f_.get(key, c + 1);
            const Key rest = f_.put(f_.put(key, c, 0), c + 1, 0);
            const std::uint32_t crossing = now_.crossing[s] & ~(3U << c);
            MateNode node{{MateNode::kNone, MateNode::kNone}};
            // A child: what leaves downwards and to the right, 0 for nothing.
            const auto emit = [&](Key base, int below, int right) {
                if ((right != 0 && !can_right) || (below != 0 && !can_down)) return;
                std::uint32_t set = crossing;
                if (below != 0) set |= 1U << c;
                if (right != 0) set |= 2U << c;
                if (!can_right) set <<= 1;
                if (!degrees_.ok(i + 1, set)) return;
                Key child = f_.put(f_.put(base, c, below), c + 1, right);
                if (!can_right) child <<= f_.bits;
                node.child[right != 0] = next_.number(child, set);
            };
            const auto pass = [&](int symbol) {
                emit(rest, symbol, 0);
                emit(rest, 0, symbol);
            };
            if (cell < 0) {
                if (left == 0 && up == 0) emit(rest, 0, 0);
            } else if (cell > 0) {
                const int in = left | up;
                if (in == 0) {
                    pass(cell);
                } else if (left == 0 || up == 0) {
                    if (in == cell)
                        emit(rest, 0, 0);
                    else if (f_.open_end(in))
                        emit(f_.put(rest, f_.mate(key, left != 0 ? c : c + 1), cell), 0, 0);
                }
            } else if (left == 0 && up == 0) {
                if (!puzzle.full_cover) emit(rest, 0, 0);
                emit(rest, f_.opens, f_.opens + 1);
            } else if (left == 0 || up == 0) {
                pass(left | up);
            } else if (!f_.open_end(left) && !f_.open_end(up)) {
                if (left == up) emit(rest, 0, 0);
            } else if (!f_.open_end(left)) {
                emit(f_.put(rest, f_.mate(key, c + 1), left), 0, 0);
            } else if (!f_.open_end(up)) {
                emit(f_.put(rest, f_.mate(key, c), up), 0, 0);
            } else {
                const int a = f_.mate(key, c);
                const int b = f_.mate(key, c + 1);
                if (a != c + 1)
                    emit(f_.put(f_.put(rest, std::min(a, b), f_.opens), std::max(a, b), f_.opens + 1), 0, 0);
            }
            if (left != 0) node.child[0] |= ~MateNode::kNone;
            if (up != 0) node.child[1] |= ~MateNode::kNone;
            nodes[s] = node;
        }
        overflow = overflow || next_.keys.size() >= MateNode::kNone;
        states += nodes.size();
        widest = std::max<std::uint64_t>(widest, nodes.size());
        std::swap(now_, next_);
    }

private:
    Degrees degrees_;
    Frontier<Key> f_;
    StateTable<Key> now_;
    StateTable<Key> next_;
    std::size_t next_cell_ = 0;
    std::size_t kept_ = 0;
};

std::size_t bytes_of_all(const std::vector<std::unique_ptr<Sweep>>& sweeps) {
    std::size_t sum = 0;
    for (const auto& sweep : sweeps) sum += sweep->bytes;
    return sum;
}

std::unique_ptr<Sweep> make_sweep(const Numberlink& puzzle, bool turned, bool flipped) {
    const int side = turned ? puzzle.height : puzzle.width;
    if ((side + 2) * symbol_bits(labels_of(puzzle)) <= 64)
        return std::make_unique<KeyedSweep<std::uint64_t>>(puzzle, turned, flipped);
    return std::make_unique<KeyedSweep<Wide>>(puzzle, turned, flipped);
}

}  // namespace

bool MateDiagram::fits(const Numberlink& puzzle) {
    const int side = std::min(puzzle.width, puzzle.height);
    return side <= kWidest && (side + 2) * symbol_bits(labels_of(puzzle)) <= 128;
}

MateDiagram::MateDiagram(const Numberlink& puzzle, std::size_t memory, Control& control) {
    if (!fits(puzzle)) throw std::invalid_argument("the frontier is too wide for a 128-bit key");
    std::vector<std::unique_ptr<Sweep>> sweeps;
    for (const bool turned : {false, true}) {
        if (turned ? puzzle.width < puzzle.height : puzzle.width > puzzle.height) continue;
        for (const bool flipped : {false, true}) sweeps.push_back(make_sweep(puzzle, turned, flipped));
    }
    // The sweep that is farthest may have kLead times the states of another; if it
    // has more, the one with the fewest states goes on, until one has reached the end.
    const auto fewest = [](const auto& a, const auto& b) { return a->states < b->states; };
    const auto nearest = [](const auto& a, const auto& b) { return a->decided() < b->decided(); };
    Sweep* best = nullptr;
    while (best == nullptr || !best->done()) {
        best = std::max_element(sweeps.begin(), sweeps.end(), nearest)->get();
        Sweep* least = std::min_element(sweeps.begin(), sweeps.end(), fewest)->get();
        if (best->states > kLead * least->states) best = least;
        const std::size_t others = bytes_of_all(sweeps) - best->bytes;
        const std::uint64_t before = best->states;
        best->advance([&](std::size_t bytes) {
            peak_bytes_ = std::max<std::uint64_t>(peak_bytes_, others + bytes);
            if (memory != 0 && others + bytes > memory) end_ = MateEnd::memory;
            if (!control.keep_going()) end_ = MateEnd::stopped;
            return end_ != MateEnd::complete;
        });
        states_ += best->states - before;
        control.add_nodes(best->states - before);
        if (best->overflow) end_ = MateEnd::memory;
        if (end_ != MateEnd::complete) return;
    }
    puzzle_ = best->puzzle;
    turned_ = best->turned;
    flipped_ = best->flipped;
    sweep_states_ = best->states;
    widest_ = best->widest;
    level_ = std::move(best->level);
    sweeps.clear();
    trim();
    if (!count_with<1>() && !count_with<4>() && !count_with<16>() && !count_with<64>())
        throw std::overflow_error("more than 2^4096 solutions");
}

// Drops the nodes without a completion, and then those no longer reached.
void MateDiagram::trim() {
    std::vector<std::uint32_t> renamed(level_.back().size(), 0);
    for (std::size_t i = level_.size() - 1; i-- > 0;) {
        std::vector<std::uint32_t> names(level_[i].size(), MateNode::kNone);
        std::vector<MateNode> live;
        for (std::size_t s = 0; s < level_[i].size(); ++s) {
            MateNode node = level_[i][s];
            for (int side = 0; side < 2; ++side) {
                const std::uint32_t to = node.to(side);
                node.child[side] = (node.child[side] & ~MateNode::kNone) | (to == MateNode::kNone ? MateNode::kNone : renamed[to]);
            }
            if (node.to(0) == MateNode::kNone && node.to(1) == MateNode::kNone) continue;
            names[s] = static_cast<std::uint32_t>(live.size());
            live.push_back(node);
        }
        nodes_ += live.size();
        level_[i] = std::move(live);
        renamed = std::move(names);
    }
}

template <int N>
bool MateDiagram::count_with() {
    limbs_ = N;
    counts_.assign(level_.size(), {});
    counts_.back().assign(level_.back().size() * N, 0);
    for (std::size_t s = 0; s < level_.back().size(); ++s) counts_.back()[s * N] = 1;
    for (std::size_t i = level_.size() - 1; i-- > 0;) {
        counts_[i].assign(level_[i].size() * N, 0);
        for (std::size_t s = 0; s < level_[i].size(); ++s) {
            std::uint64_t* sum = &counts_[i][s * N];
            for (int side = 0; side < 2; ++side) {
                const std::uint32_t to = level_[i][s].to(side);
                if (to == MateNode::kNone) continue;
                const std::uint64_t* add = &counts_[i + 1][std::size_t{to} * N];
                bool carry = false;
                for (int k = 0; k < N; ++k) {
                    std::uint64_t part = 0;
                    const bool first = __builtin_add_overflow(sum[k], add[k], &part);
                    const bool second = __builtin_add_overflow(part, std::uint64_t{carry}, &sum[k]);
                    carry = first || second;
                }
                if (carry) return false;
            }
        }
    }
    return true;
}

Limbs MateDiagram::count() const {
    if (level_.empty() || level_.front().empty()) return {};
    Limbs value(counts_.front().begin(), counts_.front().begin() + limbs_);
    while (!value.empty() && value.back() == 0) value.pop_back();
    return value;
}

bool MateDiagram::down(int cell, const MateNode& node, int right) const {
    const int kind = puzzle_.cells[static_cast<std::size_t>(cell)];
    const int in = node.left() + node.up();
    if (kind < 0) return false;
    if (kind > 0) return in + right == 0;
    return in + right == 1;  // an empty cell with no edge stays empty where the rule allows it
}

std::pair<int, int> MateDiagram::edge(int cell, bool right) const {
    const auto original = [&](int at) {
        const int x = at % puzzle_.width;
        const int row = at / puzzle_.width;
        const int y = flipped_ ? puzzle_.height - 1 - row : row;
        return turned_ ? x * puzzle_.height + y : y * puzzle_.width + x;
    };
    return std::minmax({original(cell), original(right ? cell + 1 : cell + puzzle_.width)});
}

EdgeList MateDiagram::solution(const Limbs& index) const {
    const auto n = static_cast<std::size_t>(limbs_);
    Limbs left(index);
    left.resize(n, 0);
    // Whether left < the count at `count`, most significant limb first.
    const auto below = [&](const std::uint64_t* count) {
        for (std::size_t k = n; k-- > 0;)
            if (left[k] != count[k]) return left[k] < count[k];
        return false;
    };
    if (level_.empty() || level_.front().empty() || index.size() > n || !below(counts_.front().data()))
        throw std::out_of_range("no solution of that number");
    EdgeList edges;
    std::uint32_t at = 0;
    for (std::size_t i = 0; i + 1 < level_.size(); ++i) {
        const MateNode& node = level_[i][at];
        int side = 0;
        if (node.to(0) == MateNode::kNone) {
            side = 1;
        } else if (const std::uint64_t* count = &counts_[i + 1][node.to(0) * n]; !below(count)) {
            bool borrow = false;
            for (std::size_t k = 0; k < n; ++k) {
                std::uint64_t part = 0;
                const bool first = __builtin_sub_overflow(left[k], count[k], &part);
                const bool second = __builtin_sub_overflow(part, std::uint64_t{borrow}, &left[k]);
                borrow = first || second;
            }
            side = 1;
        }
        const int cell = static_cast<int>(i);
        if (side == 1) edges.push_back(edge(cell, true));
        if (down(cell, node, side)) edges.push_back(edge(cell, false));
        at = node.to(side);
    }
    return edges;
}

EdgeList MateDiagram::common_edges() const {
    EdgeList edges;
    if (level_.empty() || level_.front().empty()) return edges;
    std::vector<bool> reached{true};
    for (std::size_t i = 0; i + 1 < level_.size(); ++i) {
        const int cell = static_cast<int>(i);
        bool right = true;
        bool below = true;
        std::vector<bool> following(level_[i + 1].size());
        for (std::size_t s = 0; s < level_[i].size(); ++s) {
            if (!reached[s]) continue;
            for (int side = 0; side < 2; ++side) {
                const std::uint32_t to = level_[i][s].to(side);
                if (to == MateNode::kNone) continue;
                following[to] = true;
                right = right && side == 1;
                below = below && down(cell, level_[i][s], side);
            }
        }
        if (right) edges.push_back(edge(cell, true));
        if (below) edges.push_back(edge(cell, false));
        reached = std::move(following);
    }
    return edges;
}

}  // namespace gridproof
