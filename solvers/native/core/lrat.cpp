#include "lrat.hpp"

#include <algorithm>

namespace gridproof {

LratChecker::LratChecker(std::uint64_t memory_limit) : memory_limit_(memory_limit) {}

void LratChecker::fail(const std::string& what) const { throw LratError(where_, line_, what); }

// ---- reading ----

void LratChecker::split(std::string_view piece, void (LratChecker::*take)(std::string_view)) {
    while (!piece.empty() && !refuted_) {
        const std::size_t end = piece.find('\n');
        if (end == std::string_view::npos) {
            partial_ += piece;
            charge();
            return;
        }
        ++line_;
        if (partial_.empty()) {
            (this->*take)(piece.substr(0, end));
        } else {
            partial_ += piece.substr(0, end);
            const std::string whole = std::move(partial_);
            partial_.clear();
            (this->*take)(whole);
        }
        piece.remove_prefix(end + 1);
    }
}

void LratChecker::reserve(std::uint64_t bytes) const {
    if (bytes > memory_limit_) fail("more memory is needed than the limit allows");
}

void LratChecker::charge() const {
    reserve(4 * arena_.capacity() + 8 * at_.capacity() + 4 * stamp_.capacity() + partial_.capacity());
}

static std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

std::int64_t LratChecker::integer(std::string_view& line) const {
    const char* at = line.data();
    const char* const end = at + line.size();
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (at < end && blank(*at)) ++at;
    const char* const begin = at;
    const bool negative = at < end && *at == '-';
    if (negative) ++at;
    const char* const first = at;
    std::int64_t value = 0;
    while (at < end && *at >= '0' && *at <= '9' && at - first < 18) value = 10 * value + (*at++ - '0');
    if (at == first || (at < end && !blank(*at))) {
        const std::string_view rest(begin, static_cast<std::size_t>(end - begin));
        fail(rest.empty() ? "the line ends early; expected a final 0"
                          : "expected an integer, not '" + std::string(rest.substr(0, std::min<std::size_t>(rest.find(' '), 20))) + "'");
    }
    line.remove_prefix(static_cast<std::size_t>(at - line.data()));
    return negative ? -value : value;
}

void LratChecker::grow(std::size_t variable) {
    if (2 * variable + 2 <= stamp_.size()) return;
    reserve(8 * variable);
    stamp_.resize(2 * variable + 2, 0);
    charge();
}

int LratChecker::literal(std::int64_t value) {
    if (value > kMaxVariable || value < -kMaxVariable) fail("a variable above 2^30 - 1");
    grow(static_cast<std::size_t>(value < 0 ? -value : value));
    return static_cast<int>(value);
}

void LratChecker::formula(std::string_view piece) { split(piece, &LratChecker::formula_line); }

void LratChecker::formula_line(std::string_view line) {
    line = trimmed(line);
    if (line.empty() || line.front() == 'c') return;
    if (line.front() == 'p') {
        line.remove_prefix(1);
        line = trimmed(line);
        if (header_ || !line.starts_with("cnf")) fail("expected one header 'p cnf VARIABLES CLAUSES'");
        line.remove_prefix(3);
        const std::int64_t variables = integer(line), clauses = integer(line);
        if (variables < 0 || clauses < 0 || !trimmed(line).empty()) fail("expected one header 'p cnf VARIABLES CLAUSES'");
        if (variables > kMaxVariable) fail("a variable above 2^30 - 1");
        header_ = true;
        variables_ = static_cast<std::uint64_t>(variables);
        declared_ = static_cast<std::uint64_t>(clauses);
        return;
    }
    if (!header_) fail("a clause before the header 'p cnf VARIABLES CLAUSES'");
    while (!line.empty()) {
        const std::int64_t value = integer(line);
        if (value != 0) {
            const int taken = literal(value);
            if (static_cast<std::uint64_t>(taken < 0 ? -taken : taken) > variables_)
                fail("literal " + std::to_string(value) + ", but the header has " + std::to_string(variables_) + " variables");
            clause_.push_back(taken);
        } else {
            if (clauses_ == declared_) fail("more clauses than the header says");
            store(++clauses_, clause_);
            clause_.clear();
        }
    }
}

void LratChecker::end_formula() {
    if (!partial_.empty()) formula("\n");
    if (!clause_.empty()) fail("the last clause has no final 0");
    if (!header_) fail("no header 'p cnf VARIABLES CLAUSES'");
    if (clauses_ != declared_)
        fail("the header says " + std::to_string(declared_) + " clauses, there are " + std::to_string(clauses_));
    where_ = "proof";
    line_ = 0;
    last_ = clauses_;
}

void LratChecker::proof(std::string_view piece) { split(piece, &LratChecker::proof_line); }

void LratChecker::end_proof() {
    if (!refuted_ && !partial_.empty()) proof("\n");
    if (!refuted_) fail("the proof ends without the empty clause");
}

void LratChecker::proof_line(std::string_view line) {
    line = trimmed(line);
    if (line.empty() || line.front() == 'c') return;
    const std::int64_t id = integer(line);
    line = trimmed(line);
    list_.clear();
    if (line.starts_with("d")) {
        line.remove_prefix(1);
        for (std::int64_t gone; (gone = integer(line)) != 0;) {
            find(gone);
            erase(static_cast<std::uint64_t>(gone));
            ++deletions_;
        }
    } else {
        if (id <= static_cast<std::int64_t>(last_)) fail("identifier " + std::to_string(id) + " is not above the one before, " + std::to_string(last_));
        if (id > kMaxIdentifier) fail("an identifier above 2^31 - 1");
        clause_.clear();
        for (std::int64_t value; (value = integer(line)) != 0;) clause_.push_back(literal(value));
        for (std::int64_t hint; (hint = integer(line)) != 0;) {
            if (hint < -kMaxIdentifier) fail("a hint below -(2^31 - 1)");
            list_.push_back(hint);
        }
        add(static_cast<std::uint64_t>(id));
    }
    if (!trimmed(line).empty()) fail("more after the final 0");
}

// ---- clauses ----

const std::int32_t* LratChecker::find(std::int64_t id) const {
    if (id <= 0 || static_cast<std::uint64_t>(id) >= at_.size() || at_[static_cast<std::size_t>(id)] == 0)
        fail("there is no clause " + std::to_string(id));
    return arena_.data() + (at_[static_cast<std::size_t>(id)] - 1);
}

void LratChecker::store(std::uint64_t id, const std::vector<int>& literals) {
    if (id >= at_.size()) {
        reserve(8 * id);
        at_.resize(static_cast<std::size_t>(std::max<std::uint64_t>(id + 1, 3 * at_.size() / 2)), 0);
    }
    at_[static_cast<std::size_t>(id)] = arena_.size() + 1;
    arena_.push_back(static_cast<std::int32_t>(literals.size()));
    arena_.push_back(static_cast<std::int32_t>(id));
    arena_.insert(arena_.end(), literals.begin(), literals.end());
    charge();
}

void LratChecker::erase(std::uint64_t id) {
    const std::size_t from = static_cast<std::size_t>(at_[static_cast<std::size_t>(id)] - 1);
    garbage_ += static_cast<std::size_t>(arena_[from]) + 2;
    arena_[from + 1] = 0;  // no identifier: no clause
    at_[static_cast<std::size_t>(id)] = 0;
    if (garbage_ > 1'000'000 && 2 * garbage_ > arena_.size()) compact();
}

void LratChecker::compact() {
    std::size_t to = 0;
    for (std::size_t from = 0; from < arena_.size();) {
        const std::size_t length = static_cast<std::size_t>(arena_[from]) + 2;
        if (const std::int32_t id = arena_[from + 1]; id != 0) {
            at_[static_cast<std::size_t>(id)] = to + 1;
            std::copy_n(arena_.begin() + static_cast<std::ptrdiff_t>(from), length, arena_.begin() + static_cast<std::ptrdiff_t>(to));
            to += length;
        }
        from += length;
    }
    arena_.resize(to);
    garbage_ = 0;
}

// ---- checking ----

// Follows one hint: true when its clause is false; else makes its only literal
// that is not false true.
bool LratChecker::follow(std::int64_t hint) {
    ++hints_;
    const std::int32_t* record = find(hint);
    int unit = 0;
    for (std::int32_t i = 0; i < record[0]; ++i) {
        const int each = record[2 + i];
        if (is_true(-each) || each == unit) continue;
        if (unit != 0) fail("hint " + std::to_string(hint) + " is not unit");
        unit = each;
    }
    if (unit == 0) return true;
    make_true(unit);
    return false;
}

// A clause with both x and -x is always true, so that nothing it leads to matters.
void LratChecker::add(std::uint64_t id) {
    if (++epoch_ == 0) {
        std::fill(stamp_.begin(), stamp_.end(), 0);
        epoch_ = 1;
    }
    trail_.clear();
    for (const int each : clause_) make_true(-each);
    bool holds = false;
    std::size_t next = 0;
    while (!holds && next < list_.size() && list_[next] > 0) holds = follow(list_[next++]);
    if (!holds && !resolvents(next)) fail("clause " + std::to_string(id) + ": the hints do not lead to a false clause");
    ++additions_;
    last_ = id;
    if (clause_.empty()) refuted_ = true;
    store(id, clause_);
}

// The RAT half: list_ from `first` on is -id, hints, -id, hints, ...
bool LratChecker::resolvents(std::size_t first) {
    if (clause_.empty()) return false;
    const int pivot = clause_.front();
    std::vector<std::int64_t> covered;
    const std::size_t base = trail_.size();
    while (first < list_.size()) {
        const std::int64_t with = -list_[first++];
        const std::int32_t* record = find(with);
        covered.push_back(with);
        bool holds = false;
        for (std::int32_t i = 0; i < record[0]; ++i) {
            const int each = record[2 + i];
            if (each == -pivot) continue;
            if (is_true(each)) holds = true;
            else if (!is_true(-each)) make_true(-each);
        }
        while (first < list_.size() && list_[first] > 0)
            if (const std::int64_t hint = list_[first++]; !holds) holds = follow(hint);
        if (!holds) fail("the hints after -" + std::to_string(with) + " do not lead to a false clause");
        for (; trail_.size() > base; trail_.pop_back()) stamp_[index(trail_.back())] = epoch_ - 1;
    }
    std::sort(covered.begin(), covered.end());
    for (std::size_t from = 0; from < arena_.size(); from += static_cast<std::size_t>(arena_[from]) + 2) {
        const std::int32_t* record = arena_.data() + from;
        if (record[1] == 0 || std::find(record + 2, record + 2 + record[0], -pivot) == record + 2 + record[0]) continue;
        if (!std::binary_search(covered.begin(), covered.end(), std::int64_t{record[1]})) return false;
    }
    ++rat_;
    return true;
}

}  // namespace gridproof
