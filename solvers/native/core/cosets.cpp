#include "cosets.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <type_traits>

#include "bits.hpp"

namespace gridproof {

namespace {

std::int64_t reduce(std::int64_t value, std::int64_t m) {
    value %= m;
    return value < 0 ? value + m : value;
}

// Inverse of a unit mod q by the extended Euclidean algorithm.
std::int64_t inverse(std::int64_t a, std::int64_t q) {
    std::int64_t r0 = q, r1 = reduce(a, q), s0 = 0, s1 = 1;
    while (r1 != 0) {
        const std::int64_t t = r0 / r1;
        r0 -= t * r1;
        std::swap(r0, r1);
        s0 -= t * s1;
        std::swap(s0, s1);
    }
    return reduce(s0, q);
}

int valuation(std::int64_t value, std::int64_t p, int e) {
    if (value == 0) return e;
    int v = 0;
    for (; value % p == 0; value /= p) ++v;
    return v;
}

std::int64_t power(std::int64_t p, int e) {
    std::int64_t value = 1;
    for (int i = 0; i < e; ++i) value *= p;
    return value;
}

}  // namespace

LinearSystem::LinearSystem(int rows, int columns, const std::vector<Entry>& entries,
                           std::int64_t modulus)
    : rows_(rows), columns_(columns), modulus_(modulus) {
    if (rows < 1 || columns < 0 || rows > kMaxRows || columns > kMaxRows || modulus < 2 || modulus > kMaxModulus)
        throw std::invalid_argument("a system has at least one row and a modulus from 2 to 10^6");
    for (const Entry& entry : entries)
        if (entry.row < 0 || entry.row >= rows || entry.column < 0 || entry.column >= columns)
            throw std::invalid_argument("an entry off the matrix");
    std::int64_t rest = modulus;
    for (std::int64_t p = 2; rest > 1; ++p) {
        if (p * p > rest) p = rest;
        int e = 0;
        for (; rest % p == 0; rest /= p) ++e;
        if (e > 0) parts_.push_back(factor(entries, p, e));
    }
    for (Part& part : parts_) {
        const std::int64_t others = modulus / part.q;
        part.crt = others * inverse(others, part.q) % modulus;
        for (int i = 0; i < columns_; ++i) {
            const int v = i < static_cast<int>(part.valuation.size())
                              ? part.valuation[static_cast<std::size_t>(i)]
                              : part.e;
            if (v == 0) continue;
            Generator generator;
            generator.order = power(part.p, v);
            generator.prime_power = part.q;
            const std::int64_t scale = power(part.p, part.e - v) * part.crt % modulus;
            for (int j = 0; j < columns_; ++j)
                generator.vector.push_back(
                    part.right[static_cast<std::size_t>(j * columns_ + i)] * scale % modulus);
            kernel_.push_back(generator);
        }
    }
}

LinearSystem::Part LinearSystem::factor(const std::vector<Entry>& entries, std::int64_t p,
                                        int e) const {
    Part part;
    part.p = p;
    part.e = e;
    part.q = power(p, e);
    part.crt = 0;
    const auto n = static_cast<std::size_t>(rows_), k = static_cast<std::size_t>(columns_);
    std::vector<std::int64_t> a(n * k, 0);
    for (const Entry& entry : entries) {
        std::int64_t& cell =
            a[static_cast<std::size_t>(entry.row) * k + static_cast<std::size_t>(entry.column)];
        cell = reduce(cell + reduce(entry.weight, part.q), part.q);
    }
    part.left.assign(n * n, 0);
    part.right.assign(k * k, 0);
    for (std::size_t i = 0; i < n; ++i) part.left[i * n + i] = 1;
    for (std::size_t j = 0; j < k; ++j) part.right[j * k + j] = 1;

    int least = 0;  // valuations of the remaining block never fall below this
    for (std::size_t step = 0; step < std::min(n, k); ++step) {
        std::size_t row = step, column = step;
        int best = e;
        for (std::size_t i = step; i < n && best > least; ++i)
            for (std::size_t j = step; j < k && best > least; ++j) {
                const int v = valuation(a[i * k + j], p, e);
                if (v < best) {
                    best = v;
                    row = i;
                    column = j;
                }
            }
        part.valuation.push_back(best);
        if (best == e) {
            part.valuation.resize(std::min(n, k), e);
            break;
        }
        least = best;
        if (row != step) {
            std::swap_ranges(a.begin() + static_cast<std::ptrdiff_t>(row * k),
                             a.begin() + static_cast<std::ptrdiff_t>(row * k + k),
                             a.begin() + static_cast<std::ptrdiff_t>(step * k));
            std::swap_ranges(part.left.begin() + static_cast<std::ptrdiff_t>(row * n),
                             part.left.begin() + static_cast<std::ptrdiff_t>(row * n + n),
                             part.left.begin() + static_cast<std::ptrdiff_t>(step * n));
        }
        if (column != step) {
            for (std::size_t i = 0; i < n; ++i) std::swap(a[i * k + column], a[i * k + step]);
            for (std::size_t i = 0; i < k; ++i)
                std::swap(part.right[i * k + column], part.right[i * k + step]);
        }
        // Scale the pivot row so that the pivot is p^best.
        const std::int64_t pivot = power(p, best);
        const std::int64_t unit = inverse(a[step * k + step] / pivot, part.q);
        for (std::size_t j = 0; j < k; ++j) a[step * k + j] = a[step * k + j] * unit % part.q;
        for (std::size_t j = 0; j < n; ++j)
            part.left[step * n + j] = part.left[step * n + j] * unit % part.q;
        for (std::size_t i = step + 1; i < n; ++i) {
            const std::int64_t factor = a[i * k + step] / pivot;
            if (factor == 0) continue;
            const std::int64_t minus = part.q - factor;
            for (std::size_t j = step; j < k; ++j)
                a[i * k + j] = (a[i * k + j] + minus * a[step * k + j]) % part.q;
            for (std::size_t j = 0; j < n; ++j)
                part.left[i * n + j] = (part.left[i * n + j] + minus * part.left[step * n + j]) % part.q;
        }
        // The column below the pivot is clear: clearing its row only changes Q.
        for (std::size_t j = step + 1; j < k; ++j) {
            const std::int64_t factor = a[step * k + j] / pivot;
            if (factor == 0) continue;
            const std::int64_t minus = part.q - factor;
            a[step * k + j] = 0;
            for (std::size_t i = 0; i < k; ++i)
                part.right[i * k + j] = (part.right[i * k + j] + minus * part.right[i * k + step]) % part.q;
        }
    }
    return part;
}

Particular LinearSystem::solve(const std::vector<std::int64_t>& target) const {
    if (target.size() != static_cast<std::size_t>(rows_))
        throw std::invalid_argument("the target has another number of rows");
    const auto n = static_cast<std::size_t>(rows_), k = static_cast<std::size_t>(columns_);
    Particular result;
    result.taps.assign(k, 0);
    for (const Part& part : parts_) {
        std::vector<std::int64_t> y(k, 0), right_side(n);
        for (std::size_t j = 0; j < n; ++j) right_side[j] = reduce(target[j], part.q);
        for (std::size_t i = 0; i < n; ++i) {
            std::int64_t c = 0;  // below 2^20 products of less than 10^12
            for (std::size_t j = 0; j < n; ++j) c += part.left[i * n + j] * right_side[j];
            c %= part.q;
            const int v = i < part.valuation.size() ? part.valuation[i] : part.e;
            const std::int64_t divisor = power(part.p, v);
            if (c % divisor != 0) {
                const std::int64_t scale = power(part.p, part.e - v) * (modulus_ / part.q);
                result.prime_power = part.q;
                result.taps.clear();
                for (std::size_t j = 0; j < n; ++j)
                    result.certificate.push_back(part.left[i * n + j] * scale % modulus_);
                return result;
            }
            if (v < part.e) y[i] = c / divisor;
        }
        for (std::size_t j = 0; j < k; ++j) {
            std::int64_t t = 0;
            for (std::size_t i = 0; i < k; ++i) t += part.right[j * k + i] * y[i];
            result.taps[j] = (result.taps[j] + t % part.q * part.crt) % modulus_;
        }
    }
    result.solvable = true;
    return result;
}

Cheapest LinearSystem::cheapest(const std::vector<std::int64_t>& taps,
                                const std::vector<std::int64_t>& cost, Meter& meter) const {
    const auto k = static_cast<std::size_t>(columns_);
    const auto m = static_cast<std::size_t>(modulus_);
    if (taps.size() != k || cost.size() != k * m) throw std::invalid_argument("sizes do not match");
    Cheapest best;
    std::vector<std::int64_t> at = taps;
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < k; ++j) sum += cost[j * m + static_cast<std::size_t>(at[j])];
    best.cost = sum;
    best.count = 1;
    best.taps = at;

    // Mixed-radix counting in which digit i only ever steps by +1 (mod its order):
    // when it wraps, its generator has come round to zero.
    std::vector<std::int64_t> digit(kernel_.size(), 0);
    while (meter.tick()) {
        std::size_t i = 0;
        for (; i < kernel_.size(); ++i) {
            const std::vector<std::int64_t>& step = kernel_[i].vector;
            for (std::size_t j = 0; j < k; ++j) {
                if (step[j] == 0) continue;
                std::int64_t next = at[j] + step[j];
                if (next >= modulus_) next -= modulus_;
                sum += cost[j * m + static_cast<std::size_t>(next)] -
                       cost[j * m + static_cast<std::size_t>(at[j])];
                at[j] = next;
            }
            if (++digit[i] < kernel_[i].order) break;
            digit[i] = 0;
        }
        if (i == kernel_.size()) break;
        if (sum < best.cost) {
            best.cost = sum;
            best.count = 1;
            best.taps = at;
        } else if (sum == best.cost) {
            ++best.count;
            if (at < best.taps) best.taps = at;
        }
    }
    return best;
}

SplitCoset::SplitCoset(const LinearSystem& system, std::int64_t q1)
    : system_(system), m_(system.modulus()), q1_(q1), q2_(m_ / q1) {
    if (q1 < 2 || q2_ < 2 || q1 * q2_ != m_) throw std::invalid_argument("q1 must divide the modulus");
    if (system.columns() > 256) throw std::invalid_argument("bit planes hold 256 tiles");
    f1_ = q2_ * inverse(q2_, q1_) % m_;
    g1_ = q1_ * inverse(q1_, q2_) % m_;
    first_ = side(q1_);
    second_ = side(q2_);
}

SplitCoset::Side SplitCoset::side(std::int64_t q) const {
    const auto k = static_cast<std::size_t>(system_.columns());
    std::vector<std::vector<std::int64_t>> elements{std::vector<std::int64_t>(k, 0)};
    for (const Generator& generator : system_.kernel()) {
        if (q % generator.prime_power != 0) continue;
        const std::size_t before = elements.size();
        for (std::int64_t times = 1; times < generator.order; ++times)
            for (std::size_t i = 0; i < before; ++i) {
                std::vector<std::int64_t> element = elements[elements.size() - before];
                for (std::size_t j = 0; j < k; ++j)
                    element[j] = (element[j] + generator.vector[j]) % q;
                elements.push_back(std::move(element));
            }
    }
    Side out{static_cast<std::size_t>(q), elements.size(), {}};
    out.planes.resize(out.q * out.size);
    for (std::size_t e = 0; e < out.size; ++e)
        for (std::size_t j = 0; j < k; ++j)
            out.planes[e * out.q + static_cast<std::size_t>(elements[e][j])].set(static_cast<int>(j));
    return out;
}

// planes[v - 1]: the tiles whose residue, shifted by the element, is v = 1 .. q - 1.
void SplitCoset::shifted(const Side& side, std::size_t element, const std::vector<Bits<4>>& base,
                         int words, Bits<4>* planes) const {
    const Bits<4>* own = side.planes.data() + element * side.q;
    for (std::size_t v = 1; v < side.q; ++v)
        for (int w = 0; w < words; ++w) {
            std::uint64_t tiles = 0;
            for (std::size_t s = 0; s < side.q; ++s)
                tiles |= own[s].word[w] & base[v >= s ? v - s : v + side.q - s].word[w];
            planes[v - 1].word[w] = tiles;
        }
}

Cheapest SplitCoset::cheapest(const std::vector<std::int64_t>& taps) const {
    const auto k = static_cast<std::size_t>(system_.columns());
    if (taps.size() != k) throw std::invalid_argument("sizes do not match");
    const int words = static_cast<int>((k + 63) / 64);
    std::vector<Bits<4>> base1(first_.q), base2(second_.q);
    for (std::size_t j = 0; j < k; ++j) {
        base1[static_cast<std::size_t>(taps[j] % q1_)].set(static_cast<int>(j));
        base2[static_cast<std::size_t>(taps[j] % q2_)].set(static_cast<int>(j));
    }
    const auto sum = [&](const Bits<4>* planes, std::size_t q, std::int64_t unit) {
        std::int64_t total = 0;
        for (std::size_t v = 1; v < q; ++v)
            for (int w = 0; w < words; ++w)
                total += static_cast<std::int64_t>(v) * unit % m_ * std::popcount(planes[v - 1].word[w]);
        return total;
    };

    // For an element of the second kind: the sum of its g, and for each non-zero a
    // mod q1 the tiles where f(a) + g carries.
    const std::size_t levels = first_.q - 1;
    const auto width = static_cast<std::size_t>(words);
    std::vector<std::uint64_t> carry(second_.size * levels * width, 0);
    std::vector<Bits<4>> plane(std::max(first_.q, second_.q));
    std::vector<std::int64_t> sum2(second_.size);
    for (std::size_t e = 0; e < second_.size; ++e) {
        shifted(second_, e, base2, words, plane.data());
        sum2[e] = sum(plane.data(), second_.q, g1_);
        for (std::size_t a = 1; a <= levels; ++a)
            for (std::size_t b = 1; b < second_.q; ++b)
                if (static_cast<std::int64_t>(a) * f1_ % m_ + static_cast<std::int64_t>(b) * g1_ % m_ >= m_)
                    for (std::size_t w = 0; w < width; ++w)
                        carry[(e * levels + a - 1) * width + w] |= plane[b - 1].word[w];
    }
    Cheapest best;
    best.cost = m_ * static_cast<std::int64_t>(k) + 1;
    std::vector<std::pair<std::size_t, std::size_t>> ties;
    // flat = levels * words, a constant where it is 1 (m = 6 on up to 64 tiles).
    const auto pairs = [&](auto flat) {
        std::vector<std::uint64_t> mine(flat);
        for (std::size_t s = 0; s < first_.size; ++s) {
            shifted(first_, s, base1, words, plane.data());
            const std::int64_t sum1 = sum(plane.data(), first_.q, f1_);
            for (std::size_t x = 0; x < flat; ++x) mine[x] = plane[x / width].word[x % width];
            for (std::size_t e = 0; e < second_.size; ++e) {
                std::int64_t carries = 0;
                for (std::size_t x = 0; x < flat; ++x) carries += std::popcount(mine[x] & carry[e * flat + x]);
                const std::int64_t cost = sum1 + sum2[e] - m_ * carries;
                if (cost > best.cost) continue;
                if (cost < best.cost) ties.clear();
                best.cost = cost;
                ties.emplace_back(s, e);
            }
        }
    };
    if (levels * width == 1) {
        pairs(std::integral_constant<std::size_t, 1>{});
    } else {
        pairs(levels * width);
    }
    best.count = ties.size();
    std::vector<Bits<4>> other(second_.q);
    for (const auto& [s, e] : ties) {
        shifted(first_, s, base1, words, plane.data());
        shifted(second_, e, base2, words, other.data());
        std::vector<std::int64_t> at(k, 0);
        for (std::size_t j = 0; j < k; ++j) {
            for (std::size_t v = 1; v < first_.q; ++v)
                if (plane[v - 1].test(static_cast<int>(j))) at[j] += static_cast<std::int64_t>(v) * f1_;
            for (std::size_t v = 1; v < second_.q; ++v)
                if (other[v - 1].test(static_cast<int>(j))) at[j] += static_cast<std::int64_t>(v) * g1_;
            at[j] %= m_;
        }
        if (best.taps.empty() || at < best.taps) best.taps = at;
    }
    return best;
}

}  // namespace gridproof
