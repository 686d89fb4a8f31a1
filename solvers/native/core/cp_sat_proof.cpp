#include "cp_sat_proof.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "lrat_writer.hpp"

namespace gridproof {

namespace {

struct Malformed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The wire format of protocol buffers: numbers of seven bits a byte, fields with a tag.
class Wire {
public:
    explicit Wire(std::string_view text) : text_(text) {}
    bool done() const { return text_.empty(); }
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (text_.empty()) throw Malformed("the file ends early");
            const auto byte = static_cast<unsigned char>(text_.front());
            text_.remove_prefix(1);
            value |= static_cast<std::uint64_t>(byte & 127U) << shift;
            if (byte < 128) return value;
        }
        throw Malformed("a number of more than 64 bits");
    }
    std::string_view bytes() {
        const std::uint64_t length = number();
        if (length > text_.size()) throw Malformed("the file ends early");
        const std::string_view out = text_.substr(0, static_cast<std::size_t>(length));
        text_.remove_prefix(out.size());
        return out;
    }

private:
    std::string_view text_;
};

struct Step {
    std::int64_t id = 0;
    std::vector<int> literals;
    std::vector<std::int64_t> hints;
};

void numbers(std::string_view packed, std::vector<std::int64_t>& out) {
    for (Wire wire(packed); !wire.done();) out.push_back(static_cast<std::int64_t>(wire.number()));
}

// Imported and inferred clauses: 1 the identifier, 2 literals (2 v for variable v + 1, odd
// for its negation), 3 hints, 4 RAT.
Step read_step(std::string_view message) {
    Step step;
    std::vector<std::int64_t> codes;
    for (Wire wire(message); !wire.done();) {
        const std::uint64_t tag = wire.number();
        if ((tag & 7) == 0) {
            const auto value = static_cast<std::int64_t>(wire.number());
            if (tag >> 3 == 1) step.id = value;
        } else if ((tag & 7) == 2) {
            const std::string_view content = wire.bytes();
            if (tag >> 3 == 2) numbers(content, codes);
            else if (tag >> 3 == 3) numbers(content, step.hints);
            else throw Malformed("a step by RAT");
        } else {
            throw Malformed("an unknown kind of field");
        }
    }
    for (const std::int64_t code : codes) {
        if (code < 0 || code >> 1 >= (1 << 28)) throw Malformed("a literal out of range");
        const int variable = static_cast<int>(code >> 1) + 1;
        step.literals.push_back((code & 1) != 0 ? -variable : variable);
    }
    return step;
}

class Reader {
public:
    explicit Reader(const std::vector<std::int32_t>& clauses) {
        std::vector<int> clause;
        for (const int literal : clauses) {
            if (literal != 0) {
                clause.push_back(literal);
                continue;
            }
            const std::uint32_t number = put(clause);
            std::sort(clause.begin(), clause.end());
            clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
            formula_.emplace(clause, number);
            clause.clear();
        }
        inputs_ = static_cast<std::uint32_t>(begin_.size());
    }

    void read(std::string_view text, CpSatProof& out) {
        for (Wire file(text); !file.done();) {
            Wire wire(file.bytes());
            const std::uint64_t kind = wire.number() >> 3;
            if (kind != 1 && kind != 2) continue;  // exports and deletions: our own are written
            Step step = read_step(wire.bytes());
            if (kind == 1) {
                std::sort(step.literals.begin(), step.literals.end());
                step.literals.erase(std::unique(step.literals.begin(), step.literals.end()), step.literals.end());
                const auto at = formula_.find(step.literals);
                if (at != formula_.end()) number_[step.id] = at->second;
                continue;  // unknown ones only matter if a hint names them
            }
            ++out.steps;
            const std::uint32_t mine = put(step.literals);
            for (const std::int64_t hint : step.hints) {
                const auto at = number_.find(hint);
                if (at == number_.end()) throw Malformed("a hint to a clause that is not of the formula");
                hints_.push_back(at->second);
            }
            number_[step.id] = mine;
            if (step.literals.empty()) {
                out.lrat = trimmed_lrat({literals_, begin_, length_, hints_, hint_begin_, inputs_}, out.kept);
                out.refuted = true;
                return;
            }
        }
        throw Malformed("no empty clause");
    }

private:
    std::uint32_t put(const std::vector<int>& literals) {
        begin_.push_back(literals_.size());
        length_.push_back(static_cast<std::uint32_t>(literals.size()));
        hint_begin_.push_back(hints_.size());
        literals_.insert(literals_.end(), literals.begin(), literals.end());
        return static_cast<std::uint32_t>(begin_.size() - 1);
    }

    std::map<std::vector<int>, std::uint32_t> formula_;
    std::unordered_map<std::int64_t, std::uint32_t> number_;
    std::vector<int> literals_;
    std::vector<std::size_t> begin_, hint_begin_;
    std::vector<std::uint32_t> length_, hints_;
    std::uint32_t inputs_ = 0;
};

}  // namespace

CpSatProof read_cp_sat_proof(const std::vector<std::int32_t>& clauses, std::string_view text) {
    CpSatProof out;
    try {
        Reader(clauses).read(text, out);
    } catch (const Malformed& error) {
        out.fault = error.what();
    }
    return out;
}

}  // namespace gridproof
