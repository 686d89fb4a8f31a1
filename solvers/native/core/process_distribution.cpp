#include "process_distribution.hpp"

#include <bit>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "curves.hpp"
#include "mask_images.hpp"

namespace gridproof {
namespace {

using Wide = unsigned __int128;

std::uint64_t times(std::uint64_t a, std::uint64_t b, std::uint64_t p) {
    return static_cast<std::uint64_t>(static_cast<Wide>(a) * b % p);
}

// L / c modulo p, with L = lcm(1, ..., n) multiplied out prime power by prime power.
std::uint64_t part_of_lcm(int n, int c, std::uint64_t p) {
    std::uint64_t product = 1;
    for (int q = 2; q <= n; ++q) {
        bool prime = true;
        for (int r = 2; r * r <= q; ++r) prime = prime && q % r != 0;
        if (!prime) continue;
        int rest = c;
        for (int power = q; power <= n; power *= q) {
            if (rest % q == 0) {
                rest /= q;
            } else {
                product = times(product, static_cast<std::uint64_t>(q), p);
            }
        }
    }
    return product;
}

// Sets of one size with their weights: open addressing, the weights in one array.
class Layer {
public:
    explicit Layer(std::size_t primes) : primes_(primes), slots_(1024, 0) {}

    // The weights of a set, zero when it is new.
    std::uint64_t* weights(std::uint64_t set) {
        if (2 * sets_.size() >= slots_.size()) grow();
        std::size_t at = start(set);
        while (slots_[at] != 0) {
            if (sets_[slots_[at] - 1] == set) return &values_[(slots_[at] - 1) * primes_];
            at = (at + 1) & (slots_.size() - 1);
        }
        sets_.push_back(set);
        values_.resize(values_.size() + primes_, 0);
        slots_[at] = sets_.size();
        return &values_[(sets_.size() - 1) * primes_];
    }
    const std::vector<std::uint64_t>& sets() const { return sets_; }
    const std::uint64_t* at(std::size_t i) const { return &values_[i * primes_]; }
    std::uint64_t bytes() const {
        return 8 * (values_.capacity() + sets_.capacity() + slots_.capacity());
    }

private:
    std::size_t start(std::uint64_t set) const {
        return static_cast<std::size_t>((set * 0x9e3779b97f4a7c15ULL) >> 20) & (slots_.size() - 1);
    }
    void grow() {
        std::vector<std::size_t> bigger(slots_.size() * 4, 0);
        slots_.swap(bigger);
        for (std::size_t i = 0; i < sets_.size(); ++i) {
            std::size_t at = start(sets_[i]);
            while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = i + 1;
        }
    }

    std::size_t primes_;
    std::vector<std::size_t> slots_;  // index + 1 into sets_, 0 empty
    std::vector<std::uint64_t> sets_;
    std::vector<std::uint64_t> values_;
};

std::uint64_t candidates(const CurveTable& table, std::uint64_t set, std::uint64_t full,
                         const std::vector<std::uint64_t>& masks) {
    int stones[64];
    int count = 0;
    std::uint64_t blocked = set;
    for (std::uint64_t rest = set; rest != 0; rest &= rest - 1) stones[count++] = std::countr_zero(rest);
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < i; ++j)
            for (int k = 0; k < j; ++k) {
                const std::uint32_t curve = table.through(stones[k], stones[j], stones[i]);
                if (curve != CurveTable::kNone) blocked |= masks[curve];
            }
    return full & ~blocked;
}

}  // namespace

Distribution process_distribution(const Board& board, Process process,
                                  const std::vector<std::uint64_t>& primes, std::uint64_t memory,
                                  const Limits& limits, const Poll& poll) {
    const int n = board.width * board.height;
    if (board.width < 1 || board.height < 1 || n > 49) throw std::invalid_argument("boards of 1 to 49 points");
    if (primes.empty()) throw std::invalid_argument("no primes");
    for (const std::uint64_t p : primes)
        if (p <= static_cast<std::uint64_t>(n) || p >> 61 != 0) throw std::invalid_argument("a prime out of range");
    const std::size_t k = primes.size();
    Control control(limits, poll);
    const CurveTable table(board);
    std::vector<std::uint64_t> masks;
    for (const Curve& curve : table.curves()) masks.push_back(curve.points.word[0]);
    const MaskImages images(board);
    const std::uint64_t full = (std::uint64_t{1} << n) - 1;
    std::vector<std::vector<std::uint64_t>> share(static_cast<std::size_t>(n) + 1, std::vector<std::uint64_t>(k, 1));
    for (int c = 1; c <= n; ++c)
        for (std::size_t i = 0; i < k; ++i) share[static_cast<std::size_t>(c)][i] = part_of_lcm(n, c, primes[i]);

    Distribution result;
    Layer layer(k);
    {
        std::uint64_t* one = layer.weights(0);
        for (std::size_t i = 0; i < k; ++i) one[i] = 1;
    }
    while (!layer.sets().empty()) {
        result.orbits.push_back(layer.sets().size());
        std::vector<std::uint64_t> success(k, 0), stuck(k, 0), part(k);
        Layer next(k);
        for (std::size_t s = 0; s < layer.sets().size(); ++s) {
            if (s % 1024 == 0) {
                control.add_nodes(1024);
                const std::uint64_t bytes = layer.bytes() + next.bytes();
                result.bytes = std::max(result.bytes, bytes);
                if (!control.keep_going() || (memory != 0 && bytes > memory)) return result;
            }
            const std::uint64_t set = layer.sets()[s];
            const std::uint64_t free = candidates(table, set, full, masks);
            const int count = std::popcount(free);
            const std::uint64_t* weight = layer.at(s);
            if (count == 0 || (count == 1 && process == Process::kAvoidance)) {
                auto& sum = count == 0 ? stuck : success;
                for (std::size_t i = 0; i < k; ++i) sum[i] = (sum[i] + weight[i]) % primes[i];
                continue;
            }
            for (std::size_t i = 0; i < k; ++i)
                part[i] = times(weight[i], share[static_cast<std::size_t>(count)][i], primes[i]);
            for (std::uint64_t rest = free; rest != 0; rest &= rest - 1) {
                const std::uint64_t child = images.canonical(set | (rest & (0 - rest)));
                std::uint64_t* sum = next.weights(child);
                for (std::size_t i = 0; i < k; ++i) {
                    sum[i] += part[i];
                    if (sum[i] >= primes[i]) sum[i] -= primes[i];
                }
            }
        }
        result.success.push_back(std::move(success));
        result.stuck.push_back(std::move(stuck));
        layer = std::move(next);
    }
    result.complete = true;
    return result;
}

}  // namespace gridproof
