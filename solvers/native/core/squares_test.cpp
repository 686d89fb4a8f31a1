#include "squares.hpp"

#include <bit>
#include <stdexcept>

#include "check.hpp"
#include "random.hpp"
#include "square_counts.hpp"
#include "square_game.hpp"
#include "square_random.hpp"
#include "square_sets.hpp"

using namespace gridproof;

namespace {

// The value of a position for the first player by plain recursion: 1 win, 0 draw, -1 loss.
int plain(const SquareMasks& masks, std::uint64_t first, std::uint64_t second) {
    const std::uint64_t free = masks.full() & ~(first | second);
    if (free == 0) return 0;
    const bool second_moves = (std::popcount(first | second) & 1) != 0;
    const std::uint64_t mine = second_moves ? second : first;
    const int sign = second_moves ? -1 : 1;
    int best = -2;
    for (std::uint64_t left = free; left != 0; left &= left - 1) {
        const int cell = std::countr_zero(left);
        const std::uint64_t bit = std::uint64_t{1} << cell;
        int value;
        if (masks.completes(mine, cell)) {
            value = masks.rules.first_loses ? -1 : 1;
        } else {
            value = sign * (second_moves ? plain(masks, first, second | bit) : plain(masks, first | bit, second));
        }
        if (value > best) best = value;
    }
    return sign * best;
}

void test_masks() {
    CHECK(SquareMasks({3, 3}).all.size() == 6);
    CHECK(SquareMasks({8, 8}).all.size() == 336);
    CHECK(SquareMasks({5, 5, true}).all.size() == 30);
    CHECK(SquareMasks({5, 5, false, false, 2}).all.size() == 50 - 16 - 9);
    CHECK(SquareMasks({8, 8}).full() == ~std::uint64_t{0});
    CHECK(SquareMasks({4, 4}).symmetries() == 8 && SquareMasks({4, 3}).symmetries() == 4);
    bool thrown = false;
    try {
        SquareMasks masks({9, 8});
    } catch (const std::invalid_argument&) {
        thrown = true;
    }
    CHECK(thrown);
    // A symmetry permutes the squares.
    const SquareMasks masks({5, 5});
    for (int s = 0; s < masks.symmetries(); ++s) {
        std::uint64_t sum = 0, image = 0;
        for (const std::uint64_t m : masks.all) {
            sum += m;
            image += masks.image(m, s);
        }
        CHECK(sum == image);
    }
}

void test_game() {
    for (const bool loses : {false, true}) {
        const SquareRules rules{4, 3, false, loses};
        const SquareMasks masks(rules);
        SquareGame game(rules, 10);  // a small table, so that entries are lost
        Random chance(7);
        for (int round = 0; round < 60; ++round) {
            std::uint64_t own[2] = {0, 0};
            bool over = false;
            for (int move = 0; move < 5 && !over; ++move) {
                int cell;
                do cell = static_cast<int>(chance.below(12));
                while (((own[0] | own[1]) >> cell & 1) != 0);
                over = masks.completes(own[move % 2], cell);
                own[move % 2] |= std::uint64_t{1} << cell;
            }
            if (over) continue;
            const int value = plain(masks, own[0], own[1]);
            const auto first = game.wins({own[0], own[1]}, 0, 12, {}, nullptr);
            const auto second = game.wins({own[0], own[1]}, 1, 12, {}, nullptr);
            CHECK(first.has_value() && *first == (value == 1));
            CHECK(second.has_value() && *second == (value == -1));
        }
    }
    SquareGame five({5, 5}, 16);
    CHECK(five.wins({}, 0, 9, {}, nullptr) == true);
    const Strategy strategy = five.strategy(0, true, 9, {}, nullptr);
    CHECK(strategy.complete && !strategy.moves.empty());
    CHECK(five.wins({}, 0, 8, {}, nullptr) == false);
    Limits one_node;
    one_node.nodes = 1;
    SquareGame eight({8, 8}, 16);
    CHECK(!eight.wins({}, 0, 64, one_node, nullptr).has_value() || eight.nodes() < 10'000);
}

void test_counts_and_sets() {
    auto sum = [](const SquareCounts& c) {
        std::uint64_t total = 0;
        for (const std::uint64_t n : c.by_size) total += n;
        return total;
    };
    Limits limits;
    limits.workers = 2;
    CHECK(sum(square_counts({5, 5}, Counted::kColourings, 3, limits, nullptr)) == 7120);
    CHECK(sum(square_counts({7, 7}, Counted::kColourings, 0, limits, nullptr)) == 0);
    CHECK(square_counts({4, 4}, Counted::kSets, 0, limits, nullptr).by_size[10] == 232);
    CHECK(square_counts({3, 3}, Counted::kPositions, 0, limits, nullptr).by_size[9] == 92);
    const LargestSet largest = largest_square_free({5, 5}, limits, nullptr);
    CHECK(largest.complete && largest.value == 15 && std::popcount(largest.witness) == 15);
    const SmallestSet smallest = smallest_saturated_square_free({5, 5}, limits, nullptr);
    CHECK(smallest.complete && smallest.value == 11 && std::popcount(smallest.witness) == 11);
}

void test_random() {
    Limits limits;
    const RandomGames alone = random_games({5, 5}, 3000, 1, limits, nullptr);
    limits.workers = 3;
    const RandomGames shared = random_games({5, 5}, 3000, 1, limits, nullptr);
    CHECK(alone.first == shared.first && alone.by_length == shared.by_length && alone.games == 3000);
    CHECK(alone.first + alone.second + alone.draws == 3000);
    CHECK(alone.axis + alone.tilted + alone.both == alone.first + alone.second);
}

}  // namespace

int main() {
    test_masks();
    test_game();
    test_counts_and_sets();
    test_random();
    return check_failures != 0;
}
