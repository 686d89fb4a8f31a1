// Bits against a plain set.
#include <set>

#include "bits.hpp"
#include "check.hpp"

using namespace gridproof;

namespace {

template <int W>
void compare() {
    Bits<W> a, b;
    std::set<int> sa, sb;
    unsigned state = 1;
    for (int i = 0; i < 40 * W; ++i) {
        state = state * 1664525U + 1013904223U;
        const int p = static_cast<int>(state >> 8) % (64 * W);
        if (i % 2 == 0) {
            a.set(p);
            sa.insert(p);
        } else {
            b.set(p);
            sb.insert(p);
        }
    }
    CHECK(a.count() == static_cast<int>(sa.size()));
    CHECK(a.first() == *sa.begin());
    for (int p = 0; p < 64 * W; ++p) {
        CHECK((a | b).test(p) == (sa.count(p) + sb.count(p) > 0));
        CHECK((a & b).test(p) == (sa.count(p) * sb.count(p) > 0));
        CHECK((a - b).test(p) == (sa.count(p) > sb.count(p)));
    }
    for (int from = 0; from + 13 <= 64 * W; ++from)
        for (int i = 0; i < 13; ++i) CHECK((a.slice(from, 13) >> i & 1U) == sa.count(from + i));
    while (a.any()) {
        CHECK(*sa.begin() == a.pop());
        sa.erase(sa.begin());
    }
    CHECK(sa.empty());
}

}  // namespace

int main() {
    compare<1>();
    compare<2>();
    compare<4>();
    Bits<2> low, high;
    low.set(63);
    high.set(64);
    CHECK(low < high && !(high < low) && !(low < low));
    return check_failures != 0;
}
