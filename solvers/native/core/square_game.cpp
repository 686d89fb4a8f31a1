#include "square_game.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <unordered_set>
#include <utility>

namespace gridproof {
namespace {

constexpr std::uint32_t kInfinite = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kWays = 4;

constexpr std::uint64_t bit(int cell) { return std::uint64_t{1} << cell; }

// Sums stay below infinity unless a part is infinite.
std::uint32_t plus(std::uint32_t a, std::uint32_t b) {
    if (a == kInfinite || b == kInfinite) return kInfinite;
    return a > kInfinite - 1 - b ? kInfinite - 1 : a + b;
}

std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

std::uint64_t hash_of(const Position& p, std::uint64_t salt) {
    return mix(p.first * 0x9e3779b97f4a7c15ULL ^ mix(p.second + salt));
}

struct PositionHash {
    std::size_t operator()(const Position& p) const { return static_cast<std::size_t>(hash_of(p, 0)); }
};

int stones_of(const Position& p) { return std::popcount(p.first | p.second); }
int mover_of(const Position& p) { return stones_of(p) & 1; }

}  // namespace

SquareGame::SquareGame(const SquareRules& rules, int log2_entries) : masks_(rules) {
    if (log2_entries < 4 || log2_entries > 32)
        throw std::invalid_argument("a table of 2^4 to 2^32 entries");
    table_.resize(std::size_t{1} << log2_entries);
}

Position SquareGame::canonical(const Position& position) const {
    Position best = position;
    for (int s = 1; s < masks_.symmetries(); ++s) {
        const std::uint64_t first = masks_.image(position.first, s);
        if (first > best.first) continue;
        const std::uint64_t second = masks_.image(position.second, s);
        if (first < best.first || second < best.second) best = {first, second};
    }
    return best;
}

void SquareGame::ask(int attacker, int stones) {
    if (attacker == attacker_ && stones == stones_ && question_ != 0) return;
    attacker_ = attacker;
    stones_ = stones;
    if (++question_ == 0) throw std::overflow_error("too many questions");
}

SquareGame::Entry* SquareGame::find(const Position& position) {
    const std::size_t at = static_cast<std::size_t>(hash_of(position, question_)) & (table_.size() - kWays);
    for (std::size_t i = at; i < at + kWays; ++i)
        if (table_[i].question == question_ && table_[i].position == position) return &table_[i];
    return nullptr;
}

void SquareGame::store(const Position& position, Numbers numbers, std::uint32_t work) {
    Entry* entry = find(position);
    if (entry == nullptr) {
        const std::size_t at =
            static_cast<std::size_t>(hash_of(position, question_)) & (table_.size() - kWays);
        entry = &table_[at];
        for (std::size_t i = at; i < at + kWays; ++i) {
            if (table_[i].question != question_) {
                entry = &table_[i];
                break;
            }
            if (table_[i].work < entry->work) entry = &table_[i];
        }
    } else {
        work = std::max(work, entry->work);
    }
    *entry = {position, question_, numbers, work};
}

// The free points that would complete a square of `own`.
std::uint64_t SquareGame::completions(std::uint64_t own, std::uint64_t other) const {
    std::uint64_t found = 0;
    for (const std::uint64_t square : masks_.all)
        if ((square & other) == 0 && std::popcount(square & own) == 3) found |= square & ~own;
    return found;
}

// What can be said of an undecided position at a glance; {1, 1} if nothing.
SquareGame::Numbers SquareGame::judge(const Position& position) const {
    const int claimed = stones_of(position);
    constexpr Numbers yes{0, kInfinite}, no{kInfinite, 0}, open{1, 1};
    if (claimed >= stones_) return no;
    if (masks_.rules.first_loses) return open;
    const int mover = claimed & 1;
    const std::uint64_t mine = mover == 0 ? position.first : position.second;
    const std::uint64_t theirs = mover == 0 ? position.second : position.first;
    const std::uint64_t attack = mover == attacker_ ? mine : theirs;
    const std::uint64_t defence = mover == attacker_ ? theirs : mine;
    // Moves the attacker still has, and whether any square is within their reach.
    const int left = (stones_ - claimed + (mover == attacker_ ? 1 : 0)) / 2;
    std::uint64_t open_mine = 0, open_theirs = 0;
    bool reachable = false;
    for (const std::uint64_t square : masks_.all) {
        const int m = std::popcount(square & mine), t = std::popcount(square & theirs);
        if (m == 3 && t == 0) open_mine |= square & ~mine;
        if (t == 3 && m == 0) open_theirs |= square & ~theirs;
        reachable = reachable || ((square & defence) == 0 && 4 - std::popcount(square & attack) <= left);
    }
    if (open_mine != 0) return mover == attacker_ ? yes : no;
    if (!reachable) return no;
    if (std::popcount(open_theirs) > 1) return mover == attacker_ ? no : left >= 1 ? yes : open;
    return open;
}

// The moves to look at: the block if there is one, else all free points.
std::uint64_t SquareGame::candidates(const Position& position) const {
    const std::uint64_t free = masks_.full() & ~(position.first | position.second);
    if (masks_.rules.first_loses) return free;
    const bool second_moves = mover_of(position) == 1;
    const std::uint64_t mine = second_moves ? position.second : position.first;
    const std::uint64_t theirs = second_moves ? position.first : position.second;
    const std::uint64_t win = completions(mine, theirs);
    if (win != 0) return win;
    const std::uint64_t block = completions(theirs, mine);
    return block != 0 ? block : free;
}

SquareGame::Numbers SquareGame::after(const Position& position, int cell, Position& child) const {
    const int mover = mover_of(position);
    const std::uint64_t mine = mover == 0 ? position.first : position.second;
    child = position;
    (mover == 0 ? child.first : child.second) |= bit(cell);
    if (masks_.completes(mine, cell)) {
        const int winner = masks_.rules.first_loses ? 1 - mover : mover;
        return winner == attacker_ && stones_of(child) <= stones_ ? Numbers{0, kInfinite} : Numbers{kInfinite, 0};
    }
    return judge(child);
}

// How much a point matters to the mover: open squares through it, the fuller the more.
int SquareGame::value_of(const Position& position, int cell, int mover) const {
    const std::uint64_t mine = mover == 0 ? position.first : position.second;
    const std::uint64_t theirs = mover == 0 ? position.second : position.first;
    int value = 0;
    for (const auto& rest : masks_.through[static_cast<std::size_t>(cell)]) {
        const int m = std::popcount(rest.mask & mine), t = std::popcount(rest.mask & theirs);
        if (t == 0) value += 1 << (2 * m);
        if (m == 0) value += 1 << (2 * t);
    }
    return value;
}

std::vector<SquareGame::Child> SquareGame::expand(const Position& position) {
    std::vector<std::pair<int, int>> order;
    const int mover = mover_of(position);
    for (std::uint64_t left = candidates(position); left != 0; left &= left - 1) {
        const int cell = std::countr_zero(left);
        order.emplace_back(-value_of(position, cell, mover), cell);
    }
    std::sort(order.begin(), order.end());
    std::vector<Child> children;
    for (const auto& [_, cell] : order) {
        Child child;
        child.numbers = after(position, cell, child.position);
        child.position = canonical(child.position);
        const bool seen = std::any_of(children.begin(), children.end(),
                                      [&](const Child& c) { return c.position == child.position; });
        if (!seen) children.push_back(child);
    }
    return children;
}

SquareGame::Numbers SquareGame::search(const Position& position, Numbers limit, Control& control) {
    const bool attacks = mover_of(position) == attacker_;
    std::vector<Child> children = expand(position);
    const std::uint64_t before = nodes_++;
    if (nodes_ % 4096 == 0) {
        control.add_nodes(4096);
        control.keep_going();
    }
    while (true) {
        // The mover chooses: `own` is the number that the best child decides.
        std::uint32_t own = kInfinite, second = kInfinite, sum = 0;
        Child* best = nullptr;
        for (Child& child : children) {
            if (child.numbers.proof != 0 && child.numbers.disproof != 0) {
                if (const Entry* entry = find(child.position)) child.numbers = entry->numbers;
            }
            const std::uint32_t choice = attacks ? child.numbers.proof : child.numbers.disproof;
            sum = plus(sum, attacks ? child.numbers.disproof : child.numbers.proof);
            if (choice < own) {
                second = own;
                own = choice;
                best = &child;
            } else {
                second = std::min(second, choice);
            }
        }
        const Numbers numbers = attacks ? Numbers{own, sum} : Numbers{sum, own};
        const bool decided = numbers.proof == 0 || numbers.disproof == 0;
        if (decided || numbers.proof >= limit.proof || numbers.disproof >= limit.disproof ||
            control.stopped()) {
            const std::uint64_t work = nodes_ - before;
            store(position, numbers, static_cast<std::uint32_t>(std::min<std::uint64_t>(work, kInfinite)));
            return numbers;
        }
        const std::uint32_t own_limit = attacks ? limit.proof : limit.disproof;
        const std::uint32_t sum_limit = attacks ? limit.disproof : limit.proof;
        const std::uint32_t child_own = std::min(own_limit, plus(second, 1));
        const std::uint32_t best_sum = attacks ? best->numbers.disproof : best->numbers.proof;
        // sum < sum_limit here, so the difference does not wrap.
        const std::uint32_t child_sum = plus(sum_limit - sum, best_sum);
        best->numbers = search(best->position,
                               attacks ? Numbers{child_own, child_sum} : Numbers{child_sum, child_own}, control);
    }
}

std::optional<bool> SquareGame::decide(const Position& position, Control& control) {
    const Position root = canonical(position);
    Numbers numbers = judge(root);
    if (const Entry* entry = find(root)) numbers = entry->numbers;
    while (numbers.proof != 0 && numbers.disproof != 0 && !control.stopped())
        numbers = search(root, {kInfinite, kInfinite}, control);
    if (numbers.proof == 0) return true;
    if (numbers.disproof == 0) return false;
    return std::nullopt;
}

std::optional<bool> SquareGame::wins(const Position& position, int attacker, int stones,
                                     const Limits& limits, const Poll& poll) {
    if ((position.first & position.second) != 0 || ((position.first | position.second) & ~masks_.full()) != 0)
        throw std::invalid_argument("not a position of this board");
    ask(attacker, std::min(stones, masks_.cells));
    Control control(limits, poll);
    return decide(position, control);
}

// A move after which the question still has the answer `win`; known answers first, then
// the others are searched. No value if a limit came first.
std::optional<int> SquareGame::keeping_move(const Position& position, bool win, Control& control) {
    std::vector<std::pair<int, int>> order;
    const int mover = mover_of(position);
    for (std::uint64_t left = masks_.full() & ~(position.first | position.second); left != 0; left &= left - 1) {
        const int cell = std::countr_zero(left);
        order.emplace_back(-value_of(position, cell, mover), cell);
    }
    std::sort(order.begin(), order.end());
    for (const bool known : {true, false}) {
        for (const auto& [_, cell] : order) {
            Position child;
            Numbers numbers = after(position, cell, child);
            if (numbers.proof != 0 && numbers.disproof != 0) {
                if (known) {
                    const Entry* entry = find(canonical(child));
                    if (entry == nullptr) continue;
                    numbers = entry->numbers;
                } else {
                    const auto answer = decide(child, control);
                    if (!answer) return std::nullopt;
                    numbers = *answer ? Numbers{0, kInfinite} : Numbers{kInfinite, 0};
                }
            }
            if ((win ? numbers.proof : numbers.disproof) == 0) return cell;
        }
    }
    throw std::logic_error("no move keeps the value: was it proved?");
}

Strategy SquareGame::strategy(int player, bool win, int stones, const Limits& limits, const Poll& poll) {
    ask(win ? player : 1 - player, std::min(stones, masks_.cells));
    Control control(limits, poll);
    Strategy found;
    std::unordered_set<Position, PositionHash> seen;
    std::vector<Position> todo{{}};
    while (!todo.empty()) {
        const Position position = canonical(todo.back());
        todo.pop_back();
        if (!seen.insert(position).second) continue;
        const std::uint64_t free = masks_.full() & ~(position.first | position.second);
        if (free == 0) continue;
        const int mover = mover_of(position);
        const std::uint64_t mine = mover == 0 ? position.first : position.second;
        const std::uint64_t theirs = mover == 0 ? position.second : position.first;
        if (mover != player) {
            for (std::uint64_t left = free; left != 0; left &= left - 1) {
                const int cell = std::countr_zero(left);
                if (masks_.completes(mine, cell)) continue;  // decided; the question says how
                Position child;
                after(position, cell, child);
                todo.push_back(child);
            }
            continue;
        }
        int move = -1;
        if (!masks_.rules.first_loses) {
            if (completions(mine, theirs) != 0) continue;
            const std::uint64_t block = completions(theirs, mine);
            if (std::popcount(block) == 1) move = std::countr_zero(block);
        }
        if (move < 0) {
            const auto chosen = keeping_move(position, win, control);
            if (!chosen) return found;
            move = *chosen;
            found.moves.push_back({position, move});
        }
        Position child;
        after(position, move, child);
        if (!masks_.completes(mine, move)) todo.push_back(child);
        if (control.stopped() || !control.keep_going()) return found;
    }
    found.complete = true;
    return found;
}

}  // namespace gridproof
