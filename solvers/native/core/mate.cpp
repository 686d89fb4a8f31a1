#include "mate.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace gridproof {
namespace {

__extension__ typedef unsigned __int128 Wide;

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

    void clear() {
        keys.clear();
        if (slots_.empty()) slots_.resize(256);
        std::fill(slots_.begin(), slots_.end(), 0U);
    }
    std::uint32_t number(Key key) {
        if ((keys.size() + 1) * 2 > slots_.size()) grow();
        std::size_t at = mix(key) & (slots_.size() - 1);
        while (slots_[at] != 0) {
            if (keys[slots_[at] - 1] == key) return slots_[at] - 1;
            at = (at + 1) & (slots_.size() - 1);
        }
        keys.push_back(key);
        slots_[at] = static_cast<std::uint32_t>(keys.size());
        return slots_[at] - 1;
    }
    std::size_t bytes() const { return keys.capacity() * sizeof(Key) + slots_.size() * 4; }

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
    static constexpr int kWidest = 20;  // the tables of wider boards would not fit a cache

    explicit Degrees(const Numberlink& p) : width_(p.width) {
        if (p.width > kWidest) return;
        const std::size_t cells = p.cells.size();
        const std::size_t words = ((std::size_t{1} << (p.width + 1)) + 63) / 64;
        live_.assign(cells + 1, std::vector<std::uint64_t>(words));
        live_[cells][0] = 1;
        for (std::size_t i = cells; i-- > 0;) {
            const int c = static_cast<int>(i) % p.width;
            const bool can_right = c + 1 < p.width;
            const bool can_down = i + static_cast<std::size_t>(p.width) < cells;
            const std::uint32_t left = 1U << c;
            const std::uint32_t up = 2U << c;
            for (std::uint32_t set = 0; set < (2U << p.width); ++set) {
                const int in = ((set & left) != 0) + ((set & up) != 0);
                const std::uint32_t rest = set & ~(left | up);
                const auto ends_with = [&](int degree) {
                    switch (degree - in) {
                        case 0: return ok(i + 1, c, rest);
                        case 1:
                            return (can_right && ok(i + 1, c, rest | up)) ||
                                   (can_down && ok(i + 1, c, rest | left));
                        case 2: return can_right && can_down && ok(i + 1, c, rest | left | up);
                        default: return false;
                    }
                };
                const int cell = p.cells[i];
                bool live = ends_with(cell < 0 ? 0 : cell > 0 ? 1 : 2);
                if (cell == 0 && !p.full_cover) live = live || ends_with(0);
                if (live) live_[i][set >> 6] |= std::uint64_t{1} << (set & 63);
            }
        }
    }
    // Whether the set that crosses before cell `next` can be completed.
    bool ok(std::size_t next, std::uint32_t set) const {
        return live_.empty() || (live_[next][set >> 6] >> (set & 63) & 1U) != 0;
    }

private:
    bool ok(std::size_t next, int column, std::uint32_t set) const {
        return ok(next, column + 1 < width_ ? set : set << 1);
    }
    int width_;
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

}  // namespace

bool MateDiagram::fits(const Numberlink& puzzle) {
    return (std::min(puzzle.width, puzzle.height) + 2) * symbol_bits(labels_of(puzzle)) <= 128;
}

MateDiagram::MateDiagram(const Numberlink& puzzle, std::size_t memory, Control& control)
    : puzzle_(puzzle), turned_(puzzle.width > puzzle.height) {
    if (!fits(puzzle)) throw std::invalid_argument("the frontier is too wide for a 128-bit key");
    if (turned_) {
        std::swap(puzzle_.width, puzzle_.height);
        for (int y = 0; y < puzzle.height; ++y)
            for (int x = 0; x < puzzle.width; ++x)
                puzzle_.cells[static_cast<std::size_t>(x * puzzle.height + y)] =
                    puzzle.cells[static_cast<std::size_t>(y * puzzle.width + x)];
    }
    if ((puzzle_.width + 2) * symbol_bits(labels_of(puzzle_)) <= 64)
        build<std::uint64_t>(memory, control);
    else
        build<Wide>(memory, control);
    if (end_ != MateEnd::complete) {
        level_.clear();
        return;
    }
    trim();
    if (!count_with<1>() && !count_with<4>() && !count_with<16>() && !count_with<64>())
        throw std::overflow_error("more than 2^4096 solutions");
}

template <class Key>
void MateDiagram::build(std::size_t memory, Control& control) {
    const int width = puzzle_.width;
    const std::size_t cells = puzzle_.cells.size();
    const Degrees degrees(puzzle_);
    const Frontier<Key> f(labels_of(puzzle_));
    StateTable<Key> now;
    StateTable<Key> next;
    now.clear();
    now.number(Key{0});
    std::size_t kept = 0;
    level_.resize(cells + 1);
    for (std::size_t i = 0; i < cells; ++i) {
        const int c = static_cast<int>(i) % width;
        const bool can_right = c + 1 < width;
        const bool can_down = i + static_cast<std::size_t>(width) < cells;
        const int cell = puzzle_.cells[i];
        next.clear();
        auto& nodes = level_[i];
        nodes.resize(now.keys.size());
        kept += nodes.size() * sizeof(Node);
        for (std::size_t s = 0; s < now.keys.size(); ++s) {
            if ((s & 0xFFFF) == 0xFFFF || s == 0) {
                const std::size_t bytes = kept + now.bytes() + next.bytes();
                peak_bytes_ = std::max<std::uint64_t>(peak_bytes_, bytes);
                if (memory != 0 && bytes > memory) end_ = MateEnd::memory;
                if (!control.keep_going()) end_ = MateEnd::stopped;
                if (end_ != MateEnd::complete) return;
            }
            const Key key = now.keys[s];
            const int left = f.get(key, c);
            const int up = f.get(key, c + 1);
            const Key rest = f.put(f.put(key, c, 0), c + 1, 0);
            std::uint32_t crossing = 0;
            for (int at = 0; at <= width; ++at)
                if (f.get(rest, at) != 0) crossing |= 1U << at;
            Node node{{kNone, kNone}};
            // A child: what leaves downwards and to the right, 0 for nothing.
            const auto emit = [&](Key base, int below, int right) {
                if ((right != 0 && !can_right) || (below != 0 && !can_down)) return;
                std::uint32_t set = crossing;
                if (below != 0) set |= 1U << c;
                if (right != 0) set |= 2U << c;
                if (!can_right) set <<= 1;
                if (!degrees.ok(i + 1, set)) return;
                Key child = f.put(f.put(base, c, below), c + 1, right);
                if (!can_right) child <<= f.bits;
                node.child[right != 0] = next.number(child);
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
                    else if (f.open_end(in))
                        emit(f.put(rest, f.mate(key, left != 0 ? c : c + 1), cell), 0, 0);
                }
            } else if (left == 0 && up == 0) {
                if (!puzzle_.full_cover) emit(rest, 0, 0);
                emit(rest, f.opens, f.opens + 1);
            } else if (left == 0 || up == 0) {
                pass(left | up);
            } else if (!f.open_end(left) && !f.open_end(up)) {
                if (left == up) emit(rest, 0, 0);
            } else if (!f.open_end(left)) {
                emit(f.put(rest, f.mate(key, c + 1), left), 0, 0);
            } else if (!f.open_end(up)) {
                emit(f.put(rest, f.mate(key, c), up), 0, 0);
            } else {
                const int a = f.mate(key, c);
                const int b = f.mate(key, c + 1);
                if (a != c + 1)
                    emit(f.put(f.put(rest, std::min(a, b), f.opens), std::max(a, b), f.opens + 1), 0, 0);
            }
            if (left != 0) node.child[0] |= ~kNone;
            if (up != 0) node.child[1] |= ~kNone;
            nodes[s] = node;
        }
        if (next.keys.size() >= kNone) {
            end_ = MateEnd::memory;
            return;
        }
        states_ += nodes.size();
        control.add_nodes(nodes.size());
        widest_ = std::max<std::uint64_t>(widest_, nodes.size());
        std::swap(now, next);
    }
    // Nothing crosses behind the last cell, so at most one state is left.
    level_[cells].resize(now.keys.size(), Node{{kNone, kNone}});
}

// Drops the nodes without a completion, and then those no longer reached.
void MateDiagram::trim() {
    std::vector<std::uint32_t> renamed(level_.back().size(), 0);
    for (std::size_t i = level_.size() - 1; i-- > 0;) {
        std::vector<std::uint32_t> names(level_[i].size(), kNone);
        std::vector<Node> live;
        for (std::size_t s = 0; s < level_[i].size(); ++s) {
            Node node = level_[i][s];
            for (int side = 0; side < 2; ++side) {
                const std::uint32_t to = node.to(side);
                node.child[side] = (node.child[side] & ~kNone) | (to == kNone ? kNone : renamed[to]);
            }
            if (node.to(0) == kNone && node.to(1) == kNone) continue;
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
                if (to == kNone) continue;
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

bool MateDiagram::down(int cell, const Node& node, int right) const {
    const int kind = puzzle_.cells[static_cast<std::size_t>(cell)];
    const int in = node.left() + node.up();
    if (kind < 0) return false;
    if (kind > 0) return in + right == 0;
    return in + right == 1;  // an empty cell with no edge stays empty where the rule allows it
}

std::pair<int, int> MateDiagram::edge(int cell, bool right) const {
    const auto original = [&](int at) {
        const int x = at % puzzle_.width;
        const int y = at / puzzle_.width;
        return turned_ ? x * puzzle_.height + y : at;
    };
    return {original(cell), original(right ? cell + 1 : cell + puzzle_.width)};
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
        const Node& node = level_[i][at];
        int side = 0;
        if (node.to(0) == kNone) {
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
                if (to == kNone) continue;
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
