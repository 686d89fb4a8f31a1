// Elimination, coset walks and the tap-by-tap search against all t of small systems.
#include "cosets.hpp"

#include <map>

#include "check.hpp"
#include "tap_search.hpp"

using namespace gridproof;

namespace {

using Vector = std::vector<std::int64_t>;

Vector multiply(int rows, const std::vector<Entry>& entries, const Vector& t, std::int64_t m) {
    Vector out(static_cast<std::size_t>(rows), 0);
    for (const Entry& e : entries) {
        std::int64_t& cell = out[static_cast<std::size_t>(e.row)];
        cell = ((cell + e.weight * t[static_cast<std::size_t>(e.column)]) % m + m) % m;
    }
    return out;
}

struct Known {
    std::uint64_t solutions = 0, optimal = 0;
    std::int64_t cost = 0;
    Vector first;
};

// Every t, grouped by A t: the truth for every target at once.
void compare(int rows, int columns, const std::vector<Entry>& entries, std::int64_t m) {
    std::map<Vector, Known> truth;
    Vector t(static_cast<std::size_t>(columns), 0);
    while (true) {
        Known& known = truth[multiply(rows, entries, t, m)];
        std::int64_t cost = 0;
        for (std::int64_t v : t) cost += v;
        ++known.solutions;
        if (known.solutions == 1 || cost < known.cost) {
            known.cost = cost;
            known.optimal = 0;
        }
        if (cost == known.cost && ++known.optimal == 1) known.first = t;
        std::size_t j = t.size();
        while (j > 0 && ++t[j - 1] == m) t[--j] = 0;
        if (j == 0) break;
    }
    const LinearSystem system(rows, columns, entries, m);
    std::uint64_t kernel = 1;
    for (const Generator& g : system.kernel()) {
        kernel *= static_cast<std::uint64_t>(g.order);
        for (std::int64_t v : multiply(rows, entries, g.vector, m)) CHECK(v == 0);
    }
    Vector cost;
    for (int j = 0; j < columns; ++j)
        for (std::int64_t v = 0; v < m; ++v) cost.push_back(v);
    std::vector<std::int64_t> halves;
    for (std::int64_t q = 2; q < m; ++q)
        if (m % q == 0) {
            std::int64_t a = q, b = m / q;
            while (b != 0) {
                a %= b;
                std::swap(a, b);
            }
            if (a == 1) halves.push_back(q);
        }
    Control control(Limits{}, {});
    Vector target(static_cast<std::size_t>(rows), 0);
    while (true) {
        const Particular found = system.solve(target);
        const auto known = truth.find(target);
        CHECK(found.solvable == (known != truth.end()));
        const TapResult search = tap_search(rows, columns, entries, m, target, true, true, {}, {});
        const TapResult quick = tap_search(rows, columns, entries, m, target, false, true, {}, {});
        CHECK(search.complete && search.solvable == found.solvable && quick.solvable == found.solvable);
        if (found.solvable && known != truth.end()) {
            CHECK(multiply(rows, entries, found.taps, m) == target);
            CHECK(known->second.solutions == kernel && search.solutions == kernel);
            Meter meter(control);
            std::vector<Cheapest> answers{system.cheapest(found.taps, cost, meter)};
            for (std::int64_t q : halves) answers.push_back(SplitCoset(system, q).cheapest(found.taps));
            answers.push_back({search.cost, search.count, search.taps});
            answers.push_back({quick.cost, quick.count, quick.taps});
            for (const Cheapest& answer : answers) {
                CHECK(answer.cost == known->second.cost);
                CHECK(answer.count == known->second.optimal);
                CHECK(answer.taps == known->second.first);
            }
        } else if (!found.solvable) {
            // y A = 0 and y c != 0.
            std::int64_t product = 0;
            Vector y_a(static_cast<std::size_t>(columns), 0);
            for (int i = 0; i < rows; ++i)
                product += found.certificate[static_cast<std::size_t>(i)] * target[static_cast<std::size_t>(i)];
            for (const Entry& e : entries)
                y_a[static_cast<std::size_t>(e.column)] += found.certificate[static_cast<std::size_t>(e.row)] * e.weight;
            CHECK(product % m != 0);
            for (std::int64_t v : y_a) CHECK(v % m == 0);
            CHECK(m % found.prime_power == 0);
        }
        std::size_t j = target.size();
        while (j > 0 && ++target[j - 1] == m) target[--j] = 0;
        if (j == 0) break;
    }
}

}  // namespace

int main() {
    // Lights out on 2 x 2 with the king's and the rook's neighbourhood, rectangular
    // and singular systems, asymmetric weights.
    std::vector<Entry> king, plus;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
            king.push_back({i, j, 1});
            if ((i ^ j) != 3) plus.push_back({i, j, 1});
        }
    for (std::int64_t m = 2; m <= 6; ++m) {
        compare(4, 4, king, m);
        compare(4, 4, plus, m);
    }
    unsigned state = 7;
    for (std::int64_t m : {2, 3, 4, 6, 8, 9, 12})
        for (int round = 0; round < 12; ++round) {
            const int rows = 1 + static_cast<int>(state >> 20) % 3;
            const int columns = 1 + static_cast<int>(state >> 10) % 3;
            std::vector<Entry> entries;
            for (int i = 0; i < rows; ++i)
                for (int j = 0; j < columns; ++j) {
                    state = state * 1664525U + 1013904223U;
                    if ((state >> 28) != 0) entries.push_back({i, j, static_cast<std::int64_t>(state >> 8) % m});
                }
            compare(rows, columns, entries, m);
        }
    return check_failures != 0;
}
