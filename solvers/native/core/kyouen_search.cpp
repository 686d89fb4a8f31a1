#include "kyouen_search.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "curve_walk.hpp"
#include "random.hpp"

namespace gridproof {
namespace {

using curve_walk::CurveMemo;
using curve_walk::Int;
using curve_walk::Walker;

// The stones with the hits of every point, kept right as stones come and go. Under the half
// turn stones come in pairs q, -q, of two triples that are images only one is walked, and its
// hits count for the smaller of p and -p.
class Stones {
public:
    Stones(const Board& board, bool half_turn)
        : board_(board), half_turn_(half_turn), walker_(board),
          hits_(static_cast<std::size_t>(board.points()), 0), names_(hits_.size(), 0), taken_(hits_.size(), 0) {
        if (CurveMemo::fits(board)) memo_.emplace(board);
    }

    void add(int stone) {
        update(stone, 1);
        stones_.push_back(stone);
        taken_[at(stone)] = 1;
        if (half_turn_) {
            stones_.push_back(image(stone));
            taken_[at(image(stone))] = 1;
        }
    }
    void remove(int stone) {
        forget(stone);
        if (half_turn_) forget(image(stone));
        update(stone, -1);
    }
    const std::vector<int>& list() const { return stones_; }
    bool has(int point) const { return taken_[at(point)] != 0; }
    int image(int point) const { return board_.points() - 1 - point; }
    int hits(int point) const { return hits_[at(shown(point))]; }
    // The stones of the only triple that hits a point.
    std::vector<int> only_triple(int point) const {
        const std::uint64_t name = names_[at(shown(point))];
        return {static_cast<int>(name & 0xffff), static_cast<int>(name >> 16 & 0xffff),
                static_cast<int>(name >> 32 & 0xffff)};
    }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    int shown(int point) const { return half_turn_ ? std::min(point, image(point)) : point; }
    void forget(int stone) {
        stones_.erase(std::find(stones_.begin(), stones_.end(), stone));
        taken_[at(stone)] = 0;
    }

    void update(int stone, int change) {
        for (std::size_t i = 0; i < stones_.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) walk(stone, stones_[i], stones_[j], change);
        if (!half_turn_) return;
        for (const int b : stones_)
            if (b < image(b)) walk(stone, image(stone), b, change);
    }

    void walk(int q, int b, int c, int change) {
        // Images have one name, whichever of them is walked.
        int s[3] = {shown(q), shown(b), shown(c)};
        std::sort(s, s + 3);
        const std::uint64_t name = static_cast<std::uint64_t>(s[0]) | static_cast<std::uint64_t>(s[1]) << 16 |
                                   static_cast<std::uint64_t>(s[2]) << 32;
        auto visit = [&](Int x, Int y) {
            const auto p = at(shown(static_cast<int>(y) * board_.width + static_cast<int>(x)));
            hits_[p] += change;
            names_[p] ^= name;
        };
        const int qx = board_.x(q), qy = board_.y(q), bx = board_.x(b), by = board_.y(b);
        if (memo_) {
            memo_->walk(qx, qy, bx, by, board_.x(c), board_.y(c), visit);
        } else {
            walker_.walk(qx, qy, bx, by, board_.x(c), board_.y(c), visit);
        }
    }

    Board board_;
    bool half_turn_;
    Walker walker_;
    std::optional<CurveMemo> memo_;
    std::vector<int> stones_;
    std::vector<int> hits_;
    std::vector<std::uint64_t> names_;
    std::vector<std::uint8_t> taken_;
};

class LargeSearch {
public:
    LargeSearch(const Board& board, bool half_turn, std::uint64_t seed)
        : half_turn_(half_turn), chance_(seed), stones_(board, half_turn), board_(board) {
        const int n = board.points();
        for (int p = 0; p < n; ++p)
            if (!half_turn || p < n - 1 - p) elements_.push_back(p);
        pair_hits_.assign(static_cast<std::size_t>(n), 0);
        pair_names_.assign(static_cast<std::size_t>(n), 0);
        until_.assign(static_cast<std::size_t>(n), 0);
        if (half_turn) name_curves();
    }

    Found run(int target, std::uint64_t moves, Control& control) {
        Found best;
        std::uint64_t last_better = 0;
        std::vector<int> zero, one;
        for (std::uint64_t move = 1; move <= moves; ++move) {
            if (move % 64 == 0) {
                control.add_nodes(64);
                if (!control.keep_going()) break;
            }
            best.moves = move;
            zero.clear();
            one.clear();
            for (const int p : elements_) {
                if (stones_.has(p) || until_[at(p)] > move) continue;
                const int conflicts = stones_.hits(p) + pair_hits_[at(p)];
                if (conflicts == 0) zero.push_back(p);
                if (conflicts == 1) one.push_back(p);
            }
            if (!zero.empty()) {
                insert(zero[chance_.below(zero.size())]);
            } else if (!one.empty() && chance_.below(200) != 0) {
                const int p = one[chance_.below(one.size())];
                std::vector<int> culprits = stones_.hits(p) == 1 ? stones_.only_triple(p) : only_pair(p);
                const int out = culprits[chance_.below(culprits.size())];
                take_out(out, move + 3 + chance_.below(10));
                insert(p);
            } else {
                shake(move);
            }
            const int single = spare_point(best.stones.size());
            if (stones_.list().size() + (single >= 0 ? 1 : 0) > best.stones.size()) {
                best.stones = stones_.list();
                if (single >= 0) best.stones.push_back(single);
                last_better = move;
                if (target != 0 && static_cast<int>(best.stones.size()) >= target) {
                    best.reached = true;
                    break;
                }
            } else if (move - last_better > kPatience) {
                last_better = move;
                while (stones_.list().size() > best.stones.size() / 2)
                    take_out(stones_.list()[chance_.below(stones_.list().size())], move);
            }
        }
        return best;
    }

private:
    static constexpr std::uint64_t kPatience = 20'000;
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    int image(int p) const { return stones_.image(p); }

    // The curves through an element's two points p and -p, seen from the middle of the board:
    // their centres are t p' with p' across p, and a point a is on the one with
    // |a|^2 - |p|^2 = 2 t (a . p'). Points with the same quotient share a number.
    void name_curves() {
        const auto n = pair_hits_.size();
        curve_of_.assign(elements_.size() * n, 0);
        std::vector<std::pair<std::pair<Int, Int>, std::size_t>> quotients(n);
        for (std::size_t e = 0; e < elements_.size(); ++e) {
            const auto [px, py] = centred(elements_[e]);
            for (std::size_t a = 0; a < n; ++a) {
                const auto [ax, ay] = centred(static_cast<int>(a));
                Int top = ax * ax + ay * ay - px * px - py * py, bottom = ay * px - ax * py;
                if (bottom == 0) top = 1;  // on the line
                const Int g = std::gcd(top, bottom) * (bottom < 0 ? -1 : 1);
                quotients[a] = {{top / g, bottom / g}, a};
            }
            std::sort(quotients.begin(), quotients.end());
            std::uint16_t name = 0;
            for (std::size_t i = 0; i < n; ++i) {
                if (i > 0 && quotients[i].first != quotients[i - 1].first) ++name;
                curve_of_[e * n + quotients[i].second] = name;
            }
        }
    }
    std::pair<Int, Int> centred(int p) const {
        return {2 * board_.x(p) - board_.width + 1, 2 * board_.y(p) - board_.height + 1};
    }

    // Pairs of stones that lie with p and its image on one curve; the stone pair is named.
    void update_pairs(int stone, int change) {
        if (!half_turn_) return;
        const std::size_t n = pair_hits_.size();
        for (std::size_t e = 0; e < elements_.size(); ++e) {
            const int p = elements_[e];
            const std::uint16_t* curves = &curve_of_[e * n];
            const std::uint16_t mine = curves[at(stone)];
            if (p == stone || p == image(stone)) continue;
            if (curves[at(image(stone))] == mine) {
                // On one line or circle with its own image: never together.
                pair_hits_[at(p)] += 2 * change;
            }
            for (const int other : stones_.list()) {
                if (curves[at(other)] != mine || other == stone || other == p || other == image(p)) continue;
                pair_hits_[at(p)] += change;
                const int one = std::min(stone, image(stone)), two = std::min(other, image(other));
                const auto a = static_cast<std::uint64_t>(std::min(one, two));
                const auto b = static_cast<std::uint64_t>(std::max(one, two));
                pair_names_[at(p)] ^= a | b << 16;
            }
        }
    }
    std::vector<int> only_pair(int p) const {
        const std::uint64_t name = pair_names_[at(p)];
        return {static_cast<int>(name & 0xffff), static_cast<int>(name >> 16 & 0xffff)};
    }

    // Under the half turn: a point that may be added without its image, if that makes a new best.
    int spare_point(std::size_t best) const {
        if (!half_turn_ || stones_.list().size() != best) return -1;
        for (int p = 0; p <= image(p); ++p)
            if (!stones_.has(p) && stones_.hits(p) == 0) return p;
        return -1;
    }

    void insert(int p) {
        update_pairs(p, 1);
        stones_.add(p);
    }
    void take_out(int p, std::uint64_t until) {
        if (half_turn_) p = std::min(p, image(p));
        stones_.remove(p);
        update_pairs(p, -1);
        until_[at(p)] = until;
    }
    void shake(std::uint64_t move) {
        for (int i = 0; i < 3 && !stones_.list().empty(); ++i)
            take_out(stones_.list()[chance_.below(stones_.list().size())], move + 10 + chance_.below(20));
    }

    bool half_turn_;
    Random chance_;
    Stones stones_;
    std::vector<int> elements_;
    std::vector<int> pair_hits_;
    std::vector<std::uint64_t> pair_names_;
    std::vector<std::uint16_t> curve_of_;  // [element][point]
    std::vector<std::uint64_t> until_;  // not again before this move
    Board board_;
};

void check(const Board& board) {
    if (board.width < 1 || board.height < 1 || board.width > kMaxHeuristicSide || board.height > kMaxHeuristicSide)
        throw std::invalid_argument("boards with sides from 1 to 64");
}

}  // namespace

Found search_large(const Board& board, bool half_turn, int target, std::uint64_t moves, std::uint64_t seed,
                   const Limits& limits, const Poll& poll) {
    check(board);
    Control control(limits, poll);
    return LargeSearch(board, half_turn, seed).run(target, moves, control);
}

Found search_saturated(const Board& board, int size, std::uint64_t moves, std::uint64_t seed,
                       const Limits& limits, const Poll& poll) {
    check(board);
    if (size < 1) throw std::invalid_argument("a size of at least one");
    Control control(limits, poll);
    Random chance(seed);
    Stones stones(board, false);
    const int n = board.points();
    std::vector<int> playable;
    auto refresh = [&] {
        playable.clear();
        for (int p = 0; p < n; ++p)
            if (!stones.has(p) && stones.hits(p) == 0) playable.push_back(p);
    };
    Found found;
    int energy = n;
    std::uint64_t since = 0;
    for (std::uint64_t move = 1; move <= moves; ++move) {
        if (move % 64 == 0) {
            control.add_nodes(64);
            if (!control.keep_going()) break;
        }
        found.moves = move;
        int taken = -1;
        if (static_cast<int>(stones.list().size()) == size) {
            taken = stones.list()[chance.below(stones.list().size())];
            stones.remove(taken);
        }
        refresh();
        std::erase(playable, taken);
        if (playable.empty()) {
            if (taken >= 0) {
                stones.add(taken);
                continue;
            }
            // Saturated with fewer stones: better than asked.
            found.reached = true;
            break;
        }
        const int p = playable[chance.below(playable.size())];
        stones.add(p);
        refresh();
        const int now = static_cast<int>(playable.size());
        if (now == 0) {
            found.reached = true;
            break;
        }
        // Uphill by d with probability 2^-d; after long without progress start over.
        const int worse = now - energy;
        if (taken >= 0 && worse > 0 && (worse > 30 || chance.next() >> 33 >= (std::uint64_t{1} << 31) >> worse)) {
            stones.remove(p);
            stones.add(taken);
        } else {
            energy = now;
        }
        if (++since > 200'000) {
            since = 0;
            while (stones.list().size() > 2) stones.remove(stones.list().back());
            energy = n;
        }
    }
    if (found.reached) found.stones = stones.list();
    return found;
}

}  // namespace gridproof
