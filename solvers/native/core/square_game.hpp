// The square game: two players claim points in turn; the first square decides.
//
// Question: can a player force a win with at most `stones` points claimed in all? Answered
// by depth-first proof-number search (Nagai's df-pn) over positions up to symmetry. The game
// has no cycles, since points are only ever added.
//
// Invariant: an entry of the table with proof number 0 is a win for the attacker in that
// many stones, one with disproof number 0 is none; entries carry both bitboards and the
// number of the question, so no two positions are taken for each other. Forced moves come
// first: who can complete a square does, who must block does; two open threats decide. A
// position where no square is left that the attacker can complete in time is refuted.
//
// Complexity: exponential in the points; proofs of short wins are small. Price: 32 bytes an
// entry, the number of entries is fixed; a full table forgets the cheapest entries.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "parallel.hpp"
#include "squares.hpp"

namespace gridproof {

struct Position {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    bool operator==(const Position&) const = default;
};

struct StrategyMove {
    Position position;  // in canonical form
    int move;
};

struct Strategy {
    bool complete = false;
    std::vector<StrategyMove> moves;  // positions where the obvious move is not enough
};

class SquareGame {
public:
    SquareGame(const SquareRules& rules, int log2_entries);

    // Can player `attacker` (0 first, 1 second) force a win before more than `stones` points
    // are claimed? No value if a limit came first.
    std::optional<bool> wins(const Position& position, int attacker, int stones,
                             const Limits& limits, const Poll& poll);

    // Every reply answered for `player`: to win by `stones`, or (win false) not to lose.
    // Needs the answer of `wins` to be yes (or no for the other player).
    Strategy strategy(int player, bool win, int stones, const Limits& limits, const Poll& poll);

    // The image of a position that stands for all its symmetric ones.
    Position canonical(const Position& position) const;

    std::uint64_t nodes() const { return nodes_; }
    const SquareMasks& masks() const { return masks_; }

private:
    struct Numbers {
        std::uint32_t proof;
        std::uint32_t disproof;
    };
    struct Entry {
        Position position;
        std::uint32_t question = 0;
        Numbers numbers{};
        std::uint32_t work = 0;
    };
    struct Child {
        Position position;
        Numbers numbers;
    };

    void ask(int attacker, int stones);
    Entry* find(const Position& position);
    void store(const Position& position, Numbers numbers, std::uint32_t work);
    Numbers judge(const Position& position) const;
    std::uint64_t completions(std::uint64_t own, std::uint64_t other) const;
    std::uint64_t candidates(const Position& position) const;
    std::vector<Child> expand(const Position& position);
    Numbers after(const Position& position, int cell, Position& child) const;
    Numbers search(const Position& position, Numbers limit, Control& control);
    std::optional<bool> decide(const Position& position, Control& control);
    std::optional<int> keeping_move(const Position& position, bool win, Control& control);
    int value_of(const Position& position, int cell, int mover) const;

    SquareMasks masks_;
    std::vector<Entry> table_;
    std::uint64_t nodes_ = 0;
    std::uint32_t question_ = 0;
    int attacker_ = 0;
    int stones_ = 0;
};

}  // namespace gridproof
