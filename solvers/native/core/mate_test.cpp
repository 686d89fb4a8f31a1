#include "mate.hpp"

#include <set>
#include <string>

#include "check.hpp"

using namespace gridproof;

namespace {

Numberlink puzzle(const std::vector<std::string>& rows, bool full) {
    Numberlink p{static_cast<int>(rows[0].size()), static_cast<int>(rows.size()), {}, full};
    std::string seen;
    for (const auto& row : rows)
        for (const char ch : row) {
            if (ch == '.' || ch == '#') {
                p.cells.push_back(ch == '.' ? 0 : -1);
                continue;
            }
            if (seen.find(ch) == std::string::npos) seen += ch;
            p.cells.push_back(static_cast<int>(seen.find(ch)) + 1);
        }
    return p;
}

std::uint64_t count(const std::vector<std::string>& rows, bool full) {
    Control control(Limits{}, {});
    const MateDiagram diagram(puzzle(rows, full), 0, control);
    const Limbs limbs = diagram.count();
    CHECK(limbs.size() <= 1);
    const std::uint64_t value = limbs.empty() ? 0 : limbs[0];
    std::set<EdgeList> different;
    for (std::uint64_t i = 0; i < value && i < 1000; ++i) different.insert(diagram.solution({i}));
    CHECK(different.size() == std::min<std::uint64_t>(value, 1000));
    return value;
}

}  // namespace

int main() {
    CHECK(count({"A.B", "A.B"}, true) == 2);
    CHECK(count({"A.B", "A.B"}, false) == 3);
    CHECK(count({"AA", "..", "BB"}, true) == 2);
    CHECK(count({"A...A", ".....", ".....", ".....", "....."}, true) == 86);
    CHECK(count({"A...A", ".....", ".....", ".....", "....."}, false) == 8590);
    CHECK(count({"A..", ".#.", "..A"}, true) == 0);
    CHECK(count({"A..", ".#.", "..A"}, false) == 2);
    CHECK(count({"A..A."}, true) == 0);
    CHECK(count({"A..A."}, false) == 1);
    CHECK(MateDiagram::fits({30, 40, {1, 1}, true}));
    CHECK(!MateDiagram::fits({31, 40, {1, 1}, true}));
    {
        Control control(Limits{}, {});
        const MateDiagram unique(puzzle({"C...B", "A.BA.", "...C.", "....."}, true), 0, control);
        CHECK(unique.solution({0}) == unique.common_edges());
        CHECK(unique.solution({0}).size() == 17);
    }
    {
        Control control(Limits{}, {});
        const MateDiagram big(puzzle({"A.........", "..........", "..........", "..........", "..........",
                                      "..........", "..........", "..........", "..........", ".........A"},
                                     false),
                              0, control);
        CHECK(big.count() == (Limbs{4150720555213393572ULL, 2}));
    }
    {
        Control control(Limits{}, {});
        const MateDiagram cut(puzzle({"A.......", "........", "........", "........", "........", "........",
                                      "........", ".......A"},
                                     false),
                              20000, control);
        CHECK(cut.end() == MateEnd::memory);
        CHECK(cut.count().empty());
    }
    return check_failures != 0;
}
