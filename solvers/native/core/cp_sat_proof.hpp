// Reads the refutation that CP-SAT 9.15 leaves (its LratProofStep messages, each with its
// length before it) and gives LRAT for the formula it was asked about.
//
// Object: imported clauses are looked up in the formula by their literals, inferred ones keep
// their hints. A clause that is not of the formula, a hint to an unknown clause or a RAT
// step ends the reading: nothing here is trusted, the checker in lrat.hpp reads the result.
// Complexity: linear. Price: the clauses and hints of the whole proof, 4 bytes each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gridproof {

struct CpSatProof {
    bool refuted = false;
    std::string fault;       // why not
    std::uint64_t steps = 0; // inferred clauses read
    std::uint64_t kept = 0;  // of them written
    std::string lrat;
};

// `clauses`: literals, each clause ended by 0. `text`: the content of the file.
CpSatProof read_cp_sat_proof(const std::vector<std::int32_t>& clauses, std::string_view text);

}  // namespace gridproof
