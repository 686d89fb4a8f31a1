// Checker of LRAT refutations.
//
// Object: a formula (DIMACS CNF) and a proof, a sequence of lines
//   id literals 0 hints 0     add a clause
//   id d ids 0                delete clauses
// Invariant: the stored clauses are satisfiable if the formula is. A clause is
// added only when assigning its literals false and then following the hints, each
// a clause that has become unit, ends in a clause that is false (RUP), or when
// that holds for its resolvents on its first literal with every stored clause
// that contains the opposite literal (RAT; their hints follow -id of the clause).
// A proof is accepted when the empty clause is added; what follows is not read.
//
// Everything is read in chunks, so files may be larger than memory. Complexity:
// linear in the length of clauses named by hints; a RAT line without an early
// conflict reads all stored clauses once. Price: 4 bytes a literal, 8 a stored
// clause and 8 an identifier up to the largest one.
//
// This file and lrat.cpp are the trusted base: no propagation, no search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridproof {

// What is wrong in which line of which file ("formula" or "proof").
struct LratError : std::runtime_error {
    LratError(const char* where_, std::uint64_t line_, const std::string& what_)
        : std::runtime_error(what_), where(where_), line(line_) {}
    const char* where;
    std::uint64_t line;
};

class LratChecker {
public:
    static constexpr std::int64_t kMaxVariable = (std::int64_t{1} << 30) - 1;
    static constexpr std::int64_t kMaxIdentifier = (std::int64_t{1} << 31) - 1;

    explicit LratChecker(std::uint64_t memory_limit = std::uint64_t{8} << 30);

    // Pieces of the formula, then `end_formula`, then pieces of the proof, then
    // `end_proof`. Each throws LratError at the first fault.
    void formula(std::string_view piece);
    void end_formula();
    void proof(std::string_view piece);
    void end_proof();

    bool refuted() const { return refuted_; }
    std::uint64_t clauses() const { return clauses_; }      // of the formula
    std::uint64_t variables() const { return variables_; }  // of the formula
    std::uint64_t additions() const { return additions_; }
    std::uint64_t deletions() const { return deletions_; }
    std::uint64_t hints() const { return hints_; }
    std::uint64_t rat() const { return rat_; }              // additions that needed RAT

private:
    [[noreturn]] void fail(const std::string& what) const;
    void split(std::string_view piece, void (LratChecker::*take)(std::string_view));
    void formula_line(std::string_view line);
    void proof_line(std::string_view line);
    std::int64_t integer(std::string_view& line) const;
    int literal(std::int64_t value);
    void grow(std::size_t variable);
    void reserve(std::uint64_t bytes) const;
    void charge() const;

    void store(std::uint64_t id, const std::vector<int>& literals);
    void erase(std::uint64_t id);
    void compact();
    const std::int32_t* find(std::int64_t id) const;

    bool is_true(int literal) const { return stamp_[index(literal)] == epoch_; }
    void make_true(int literal) {
        stamp_[index(literal)] = epoch_;
        trail_.push_back(literal);
    }
    static std::size_t index(int literal) {
        return 2 * static_cast<std::size_t>(literal < 0 ? -literal : literal) + (literal < 0);
    }
    bool follow(std::int64_t hint);
    void add(std::uint64_t id);
    bool resolvents(std::size_t first);

    // Clause records in `arena_`: size, identifier, literals. `at_[id]` is the
    // record's offset plus one, 0 where there is none.
    std::vector<std::int32_t> arena_;
    std::vector<std::uint64_t> at_;
    std::size_t garbage_ = 0;
    std::vector<std::uint32_t> stamp_;
    std::uint32_t epoch_ = 0;
    std::vector<int> trail_;
    std::vector<int> clause_;
    std::vector<std::int64_t> list_;
    std::string partial_;
    const char* where_ = "formula";
    std::uint64_t memory_limit_, line_ = 0, last_ = 0;
    std::uint64_t clauses_ = 0, variables_ = 0, additions_ = 0, deletions_ = 0, hints_ = 0, rat_ = 0;
    std::uint64_t declared_ = 0;
    bool header_ = false, refuted_ = false;
};

}  // namespace gridproof
