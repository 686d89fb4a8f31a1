// Writes a derivation as LRAT text: from the empty clause backwards only what was used, each
// clause deleted after its last use.
//
// Object: clauses 0, 1, ...; the first `inputs` are the formula, the last is empty. Clause c
// has literals[begin[c] ..] and hints[hint_begin[c] ..], clauses before it.
// Complexity: linear. Price: 12 bytes a clause. Nothing here is trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gridproof {

struct Derivation {
    const std::vector<int>& literals;
    const std::vector<std::size_t>& begin;
    const std::vector<std::uint32_t>& length;
    const std::vector<std::uint32_t>& hints;
    const std::vector<std::size_t>& hint_begin;
    std::uint32_t inputs;
};

// `kept` receives the number of clauses written.
std::string trimmed_lrat(const Derivation& derivation, std::uint64_t& kept);

}  // namespace gridproof
