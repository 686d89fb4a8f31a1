// Turns a DRUP refutation (added and deleted clauses without reasons) into LRAT.
//
// Object: each added clause is derived by unit propagation; the clauses that
// took part, in the order of the propagation, become its hints. Literals that
// are true without assumptions get unit clauses of their own, so that hints stay
// short. From the empty clause backwards only what was used is written, and a
// clause is deleted after its last use.
//
// Nothing here is trusted: the checker in lrat.hpp reads what is written.
// Complexity: that of one forward propagation check. Price: the hints of the
// whole proof, 4 bytes each, and all its clauses stay in memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parallel.hpp"

namespace gridproof {

struct Elaborated {
    enum class Outcome { kRefuted, kStopped, kNotImplied, kNoRefutation, kMalformed };
    Outcome outcome = Outcome::kStopped;
    std::uint64_t line = 0;  // of the proof, where it ended
    std::uint64_t added = 0, kept = 0;
    std::string lrat;
};

// `clauses`: literals, each clause ended by 0. `drup`: lines "literals 0" and "d literals 0".
Elaborated elaborate(const std::vector<std::int32_t>& clauses, std::string_view drup,
                     const Limits& limits, const Poll& poll);

}  // namespace gridproof
