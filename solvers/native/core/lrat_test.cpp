#include "lrat.hpp"

#include <string>

#include "check.hpp"
#include "drup.hpp"
#include "random.hpp"

using namespace gridproof;

namespace {

// The line of the fault; 0 where the proof is accepted. Fed in pieces of `piece` bytes.
std::uint64_t fault(const std::string& formula, const std::string& proof, std::size_t piece = 1000) {
    try {
        LratChecker checker(1 << 24);
        for (std::size_t i = 0; i < formula.size(); i += piece) checker.formula(std::string_view(formula).substr(i, piece));
        checker.end_formula();
        for (std::size_t i = 0; i < proof.size(); i += piece) checker.proof(std::string_view(proof).substr(i, piece));
        checker.end_proof();
        return 0;
    } catch (const LratError& error) {
        return error.line + (error.where[0] == 'f' ? 1000 : 0);
    }
}

const std::string kSquare = "c all four clauses over two variables\np cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

void accepts_and_rejects() {
    const std::string good = "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";
    for (std::size_t piece : {1U, 3U, 1000U}) CHECK(fault(kSquare, good, piece) == 0);
    CHECK(fault(kSquare, "5 1 0 1 2 0\n") == 1);                  // cut before the empty clause
    CHECK(fault(kSquare, "5 1 0 1 3 0\n6 0 5 3 4 0\n") == 1);     // a hint that is not unit
    CHECK(fault(kSquare, "5 1 0 2 0\n6 0 5 3 4 0\n") == 1);       // a hint missing
    CHECK(fault(kSquare, "5 1 0 1 2 0\n6 0 5 4 0\n") == 2);
    CHECK(fault(kSquare, "5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n") == 3);  // a deleted clause
    CHECK(fault(kSquare, "5 1 0 1 2 0\n5 6 0 5 3 4 0\n") == 2);   // an identifier twice
    CHECK(fault(kSquare, "5 1 0 1 2 0\n6 0 5 3 4\n") == 2);       // no final 0
    CHECK(fault(kSquare, "5 1 0 1 x 0\n") == 1);
    CHECK(fault(kSquare, "99999999999 1 0 1 2 0\n") == 1);
    CHECK(fault(kSquare, "2000000000 1 0 1 2 0\n") == 1);         // beyond the memory allowed
    CHECK(fault(kSquare, "5 1 0 -9223372036854775808 0\n") == 1);
    CHECK(fault("1 0\n", "") == 1001);
    CHECK(fault("p cnf 1 1\n2 0\n", "") == 1002);
    CHECK(fault("p cnf 1 2\n1 0\n", "") == 1002);
}

// Extended resolution by RAT: a new variable may be defined, once.
void rat() {
    CHECK(fault("p cnf 3 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n",
                "5 -3 1 0 0\n6 3 -1 -2 0 -5 0\n7 1 0 1 2 0\n8 0 7 3 4 0\n") == 0);
    // Without the group for clause 5 the second definition is not justified.
    CHECK(fault("p cnf 3 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", "5 -3 1 0 0\n6 3 -1 -2 0 0\n") == 2);
    // A pivot that occurs negated in the formula.
    CHECK(fault("p cnf 2 2\n1 2 0\n-1 2 0\n", "3 1 0 0\n") == 1);
}

// Random formulas: CDCL is not at hand, but resolution by hand is. All clauses over n
// variables are refuted by removing one variable after the other.
void elaborates() {
    for (int n = 1; n <= 5; ++n) {
        std::vector<std::int32_t> clauses;
        std::string formula = "p cnf " + std::to_string(n) + " " + std::to_string(1 << n) + "\n", drup;
        for (int size = n; size >= 0; --size)
            for (int signs = 0; signs < 1 << size; ++signs) {
                std::string line;
                for (int v = 1; v <= size; ++v) {
                    const int literal = signs >> (v - 1) & 1 ? v : -v;
                    line += std::to_string(literal) + " ";
                    if (size == n) clauses.push_back(literal);
                }
                if (size == n) clauses.push_back(0);
                (size == n ? formula : drup) += line + "0\n";
            }
        const Elaborated told = elaborate(clauses, drup, {}, [](const Progress&) { return true; });
        CHECK(told.outcome == Elaborated::Outcome::kRefuted);
        CHECK(fault(formula, told.lrat) == 0);
        // No clause of the formula may be missing: drop the last literal of the last clause instead.
        clauses[clauses.size() - 2] = -clauses[clauses.size() - 2];
        CHECK(elaborate(clauses, drup, {}, [](const Progress&) { return true; }).outcome !=
              Elaborated::Outcome::kRefuted);
    }
    CHECK(elaborate({1, 0}, "nonsense\n", {}, {}).outcome == Elaborated::Outcome::kMalformed);
    CHECK(elaborate({1, 0}, "", {}, {}).outcome == Elaborated::Outcome::kNoRefutation);
}

// Bytes changed at random never make the checker read outside its memory, and never make
// it accept a proof of a satisfiable formula.
void survives_noise() {
    const std::string satisfiable = "p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n";
    const std::string proof = "4 1 0 1 2 0\n4 d 1 2 0\n5 2 0 4 3 0\n6 0 5 -4 3 0\n";
    Random random(1);
    const std::string letters = "0123456789- d\n\r";
    for (int i = 0; i < 20000; ++i) {
        std::string changed = proof;
        for (int k = 0; k < 4; ++k) changed[random.below(changed.size())] = letters[random.below(letters.size())];
        CHECK(fault(satisfiable, changed, 1 + random.below(9)) != 0);
    }
}

}  // namespace

int main() {
    accepts_and_rejects();
    rat();
    elaborates();
    survives_noise();
    return check_failures != 0;
}
