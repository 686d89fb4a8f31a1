#include "avoidance.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "curve_walk.hpp"
#include "curves.hpp"
#include "random.hpp"

namespace gridproof {
namespace {

using curve_walk::CurveMemo;
using curve_walk::Walker;
using Int = curve_walk::Int;

bool concyclic_at(const Board& board, int a, int b, int c, int d) {
    const Int xy[8] = {board.x(a), board.y(a), board.x(b), board.y(b),
                       board.x(c), board.y(c), board.x(d), board.y(d)};
    return concyclic(xy) == Verdict::Yes;
}

class Run {
public:
    Run(const Board& board, Process process, Method method, Random chance, CurveMemo* memo)
        : board_(board), walker_(board), memo_(memo), process_(process), method_(method), chance_(chance) {
        trial.candidates.resize(static_cast<std::size_t>(board.points()));
        std::iota(trial.candidates.begin(), trial.candidates.end(), 0);
        ruled_out_.assign(static_cast<std::size_t>(board.points()), 0);
    }

    void finish() {
        while (!trial.candidates.empty() &&
               (process_ == Process::kSaturation || trial.candidates.size() != 1)) {
            const auto at = static_cast<std::size_t>(chance_.below(trial.candidates.size()));
            place(trial.candidates[at]);
        }
    }

    Trial trial;

private:
    void place(int stone) {
        ruled_out_[static_cast<std::size_t>(stone)] = kOccupied;
        const std::uint64_t pairs = trial.stones.size() * (trial.stones.size() - 1) / 2;
        if (trial.stones.size() > 1) {
            if (method_ == Method::kPlain) {
                rule_out_plainly(stone);
            } else {
                rule_out_by_walks(stone);
            }
        }
        std::size_t kept = 0;
        for (const int c : trial.candidates) {
            const std::uint64_t t = ruled_out_[static_cast<std::size_t>(c)];
            if (t == kOccupied) continue;
            trial.tests += trial.stones.size() > 1 ? (t == 0 ? pairs : t) : 0;
            if (t == 0) trial.candidates[kept++] = c;
        }
        trial.candidates.resize(kept);
        trial.stones.push_back(stone);
    }

    void rule_out_plainly(int stone) {
        for (const int c : trial.candidates) {
            if (c == stone) continue;
            std::uint64_t t = 0;
            for (std::size_t i = 0; i < trial.stones.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    ++t;
                    ++trial.work;
                    if (concyclic_at(board_, trial.stones[j], trial.stones[i], stone, c)) {
                        ruled_out_[static_cast<std::size_t>(c)] = t;
                        i = trial.stones.size();
                        break;
                    }
                }
            }
        }
    }

    void rule_out_by_walks(int stone) {
        std::uint64_t t = 0;
        const int qx = board_.x(stone), qy = board_.y(stone);
        for (std::size_t i = 0; i < trial.stones.size(); ++i) {
            const int bx = board_.x(trial.stones[i]), by = board_.y(trial.stones[i]);
            for (std::size_t j = 0; j < i; ++j) {
                ++t;
                const int cx = board_.x(trial.stones[j]), cy = board_.y(trial.stones[j]);
                const auto mark_point = [&](Int x, Int y) {
                    auto& mark = ruled_out_[static_cast<std::size_t>(y * board_.width + x)];
                    if (mark == 0) mark = t;
                };
                trial.work += memo_ != nullptr ? memo_->walk(qx, qy, bx, by, cx, cy, mark_point)
                                               : walker_.walk(qx, qy, bx, by, cx, cy, mark_point);
            }
        }
    }

    static constexpr std::uint64_t kOccupied = ~std::uint64_t{0};
    Board board_;
    Walker walker_;
    CurveMemo* memo_;
    Process process_;
    Method method_;
    Random chance_;
    // The pair that ruled a point out, counted from 1; 0: still a candidate.
    std::vector<std::uint64_t> ruled_out_;
};

void check(const Board& board) {
    if (board.width < 1 || board.height < 1 || board.width > kMaxProcessSide || board.height > kMaxProcessSide)
        throw std::invalid_argument("boards with sides from 1 to 128");
}

Trial one_trial(const Board& board, Process process, Method method, std::uint64_t seed, std::uint64_t number,
                CurveMemo* memo) {
    Run run(board, process, method, Random(Random(seed).next() ^ Random(~number).next()), memo);
    run.finish();
    return std::move(run.trial);
}

}  // namespace

Trial run_trial(const Board& board, Process process, Method method, std::uint64_t seed, std::uint64_t number) {
    check(board);
    return one_trial(board, process, method, seed, number, nullptr);
}

ProcessSums run_process(const Board& board, Process process, Method method, std::uint64_t successes,
                        std::uint64_t seed, const Limits& limits, const Poll& poll) {
    check(board);
    Control control(limits, poll);
    ProcessSums sums;
    sums.by_stones.assign(static_cast<std::size_t>(board.points()) + 1, 0);
    // Trials run in blocks; they are added in order, so the sums do not depend on the workers.
    const auto points = static_cast<std::uint64_t>(board.points());
    const std::uint64_t block = std::clamp<std::uint64_t>(100'000 / points, 8, 4096);
    const std::uint64_t batch = block * static_cast<std::uint64_t>(std::max(1, limits.workers));
    std::vector<Trial> trials(batch);
    std::vector<CurveMemo> memos;
    if (method == Method::kWalk && CurveMemo::fits(board))
        memos.assign(static_cast<std::size_t>(std::max(1, limits.workers)), CurveMemo(board));
    std::uint64_t since = 0, wanted = 0;
    for (std::uint64_t first = 0; wanted < successes; first += batch) {
        const bool done = control.run(0, batch, [&](std::uint64_t i, int worker) {
            CurveMemo* memo = memos.empty() ? nullptr : &memos[static_cast<std::size_t>(worker)];
            trials[i] = one_trial(board, process, method, seed, first + i, memo);
            control.add_nodes(1);
        });
        if (!done) return sums;
        for (std::uint64_t i = 0; i < batch && wanted < successes; ++i) {
            const Trial& trial = trials[i];
            ++sums.trials;
            sums.tests += trial.tests;
            sums.work += trial.work;
            since += trial.tests;
            const bool good = process == Process::kSaturation || trial.candidates.size() == 1;
            if (!good) continue;
            ++wanted;
            sums.successes = wanted;
            ++sums.by_stones[trial.stones.size()];
            const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() / 2;
            const bool fits = since == 0 || since <= (most - sums.tests_squared) / since;
            sums.tests_squared = fits ? sums.tests_squared + since * since : most;
            since = 0;
            if (process == Process::kSaturation) {
                if (sums.smallest.empty() || trial.stones.size() < sums.smallest.size()) sums.smallest = trial.stones;
                if (trial.stones.size() > sums.largest.size()) sums.largest = trial.stones;
            }
        }
    }
    sums.complete = true;
    return sums;
}

std::vector<std::uint32_t> curve_hits(const Board& board, const std::vector<int>& stones) {
    check(board);
    for (const int s : stones)
        if (s < 0 || s >= board.points()) throw std::invalid_argument("a stone off the board");
    const Walker walker(board);
    std::vector<std::uint32_t> hits(static_cast<std::size_t>(board.points()), 0);
    for (std::size_t i = 0; i < stones.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            for (std::size_t k = 0; k < j; ++k)
                walker.walk(board.x(stones[i]), board.y(stones[i]), board.x(stones[j]), board.y(stones[j]),
                            board.x(stones[k]), board.y(stones[k]), [&](Int x, Int y) {
                                ++hits[static_cast<std::size_t>(y * board.width + x)];
                            });
    return hits;
}

}  // namespace gridproof
