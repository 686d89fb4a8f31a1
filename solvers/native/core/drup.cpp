#include "drup.hpp"

#include "lrat_writer.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <utility>

namespace gridproof {

namespace {

using Ref = std::uint32_t;

class Elaborator {
public:
    Elaborator(const std::vector<std::int32_t>& clauses, const Limits& limits, const Poll& poll)
        : control_(limits, poll) {
        std::vector<int> clause;
        for (const int literal : clauses) {
            if (literal != 0) {
                clause.push_back(literal);
                continue;
            }
            insert(clause);
            clause.clear();
        }
        inputs_ = size();
        for (Ref ref = 0; ref < inputs_ && !refuted_; ++ref) attach(ref);
    }

    Elaborated run(std::string_view drup) {
        Elaborated out;
        std::vector<int> clause;
        while (!refuted_) {
            if (drup.empty()) return ended(out, Elaborated::Outcome::kNoRefutation);
            ++out.line;
            const std::size_t end = drup.find('\n');
            std::string_view line = drup.substr(0, end);
            drup.remove_prefix(end == std::string_view::npos ? drup.size() : end + 1);
            const bool deletion = line.starts_with("d ");
            if (deletion) line.remove_prefix(2);
            if (!read(line, clause)) return ended(out, Elaborated::Outcome::kMalformed);
            if (deletion) {
                remove(clause);
                continue;
            }
            ++out.added;
            if (!derive(clause)) return ended(out, Elaborated::Outcome::kNotImplied);
            if (out.added % 1024 == 0 && !control_.keep_going()) return ended(out, Elaborated::Outcome::kStopped);
        }
        out.lrat = trimmed_lrat({literals_, begin_, length_, hints_, hint_begin_, inputs_}, out.kept);
        return ended(out, Elaborated::Outcome::kRefuted);
    }

private:
    static Elaborated ended(Elaborated& out, Elaborated::Outcome outcome) {
        out.outcome = outcome;
        return std::move(out);
    }

    static bool read(std::string_view line, std::vector<int>& clause) {
        clause.clear();
        for (;;) {
            while (!line.empty() && (line.front() == ' ' || line.front() == '\r')) line.remove_prefix(1);
            int value = 0;
            const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
            if (error != std::errc{} || value < -kMaxVariable || value > kMaxVariable) return false;
            line.remove_prefix(static_cast<std::size_t>(end - line.data()));
            if (value == 0) return true;
            clause.push_back(value);
        }
    }

    static constexpr int kMaxVariable = (1 << 28) - 1;
    static constexpr Ref kNone = 0xffffffffU;

    // Clauses by number: literals_[begin_[ref] ..), hints_[hint_begin_[ref] ..).
    Ref size() const { return static_cast<Ref>(begin_.size()); }
    int* literals(Ref ref) { return literals_.data() + begin_[ref]; }
    std::uint32_t length(Ref ref) const { return length_[ref]; }

    static std::size_t index(int literal) {
        return 2 * static_cast<std::size_t>(literal < 0 ? -literal : literal) + (literal < 0);
    }
    bool is_true(int literal) const { return true_[index(literal)] != 0; }

    static std::uint64_t hash(const std::vector<int>& clause) {
        std::uint64_t sum = 0, product = 1;
        for (const int literal : clause) {
            const std::uint64_t mixed = (static_cast<std::uint64_t>(index(literal)) + 1) * 0x9e3779b97f4a7c15ULL;
            sum += mixed;
            product *= mixed | 1;
        }
        return sum ^ product;
    }

    Ref insert(std::vector<int>& clause) {
        std::sort(clause.begin(), clause.end());
        clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
        const Ref ref = size();
        begin_.push_back(literals_.size());
        length_.push_back(static_cast<std::uint32_t>(clause.size()));
        literals_.insert(literals_.end(), clause.begin(), clause.end());
        hint_begin_.push_back(hints_.size());
        for (const int literal : clause) {
            const std::size_t need = 2 * static_cast<std::size_t>(std::abs(literal)) + 2;
            if (true_.size() >= need) continue;
            true_.resize(need, 0);
            watched_.resize(need);
            reason_.resize(need / 2, kNone);
            seen_.resize(need / 2, 0);
        }
        by_hash_.emplace(hash(clause), ref);
        return ref;
    }

    // Puts the clause under watch, and propagates where it is unit.
    void attach(Ref ref) {
        int* at = literals(ref);
        const std::uint32_t count = length(ref);
        std::uint32_t open = 0;
        for (std::uint32_t i = 0; i < count && open < 2; ++i)
            if (!is_true(-at[i])) std::swap(at[open++], at[i]);
        if (open == 0) {
            conclude(ref);
            return;
        }
        if (count > 1) {
            watch(at[0], ref, at[1]);
            watch(at[1], ref, at[0]);
        }
        if (open == 1 && !is_true(at[0])) {
            assign(at[0], ref);
            settle();
        }
    }

    struct Watch {
        Ref ref;
        int blocker;
    };
    void watch(int literal, Ref ref, int blocker) { watched_[index(literal)].push_back({ref, blocker}); }

    void remove(std::vector<int>& clause) {
        std::sort(clause.begin(), clause.end());
        clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
        auto [from, to] = by_hash_.equal_range(hash(clause));
        for (; from != to; ++from) {
            const Ref ref = from->second;
            if (length(ref) != clause.size()) continue;
            std::vector<int> own(literals(ref), literals(ref) + length(ref));
            std::sort(own.begin(), own.end());
            if (own != clause) continue;
            by_hash_.erase(from);
            if (length(ref) < 2) return;  // a literal that is true stays true: more clauses do no harm
            for (int i = 0; i < 2; ++i) {
                auto& list = watched_[index(literals(ref)[i])];
                const auto at = std::find_if(list.begin(), list.end(), [&](const Watch& w) { return w.ref == ref; });
                if (at != list.end()) {
                    *at = list.back();
                    list.pop_back();
                }
            }
            return;
        }
    }

    Ref& reason(int literal) { return reason_[static_cast<std::size_t>(std::abs(literal))]; }

    void assign(int literal, Ref why) {
        true_[index(literal)] = 1;
        reason(literal) = why;
        trail_.push_back(literal);
    }

    // Unit propagation; the false clause, or kNone.
    Ref propagate() {
        while (head_ < trail_.size()) {
            const int gone = -trail_[head_++];
            auto& list = watched_[index(gone)];
            std::size_t keep = 0;
            for (std::size_t i = 0; i < list.size(); ++i) {
                const Watch now = list[i];
                if (is_true(now.blocker)) {
                    list[keep++] = now;
                    continue;
                }
                int* at = literals(now.ref);
                if (at[0] == gone) std::swap(at[0], at[1]);
                if (is_true(at[0])) {
                    list[keep++] = {now.ref, at[0]};
                    continue;
                }
                const std::uint32_t count = length(now.ref);
                std::uint32_t other = 2;
                while (other < count && is_true(-at[other])) ++other;
                if (other < count) {
                    std::swap(at[1], at[other]);
                    watch(at[1], now.ref, at[0]);
                    continue;
                }
                list[keep++] = now;
                if (is_true(-at[0])) {
                    for (++i; i < list.size(); ++i) list[keep++] = list[i];
                    list.resize(keep);
                    return now.ref;
                }
                assign(at[0], now.ref);
            }
            list.resize(keep);
        }
        return kNone;
    }

    // Propagates without assumptions; each new true literal gets a unit clause.
    void settle() {
        const Ref conflict = propagate();
        for (; settled_ < trail_.size(); ++settled_) {
            const int literal = trail_[settled_];
            const Ref why = reason(literal);
            if (length(why) == 1) continue;
            std::vector<int> unit{literal};
            const Ref ref = insert(unit);
            for (std::uint32_t i = 0; i < length(why); ++i)
                if (literals(why)[i] != literal) hints_.push_back(reason(literals(why)[i]));
            hints_.push_back(why);
            reason(literal) = ref;
        }
        if (conflict != kNone) conclude(conflict);
    }

    // The empty clause: every literal of `conflict` is false without assumptions.
    void conclude(Ref conflict) {
        if (length(conflict) == 0 && conflict + 1 == size() && size() > inputs_) {
            refuted_ = true;
            return;
        }
        std::vector<int> empty;
        insert(empty);
        for (std::uint32_t i = 0; i < length(conflict); ++i) hints_.push_back(reason(literals(conflict)[i]));
        hints_.push_back(conflict);
        refuted_ = true;
    }

    // Adds a clause that unit propagation implies; false if it does not.
    bool derive(std::vector<int>& clause) {
        const std::size_t base = trail_.size();
        std::vector<Ref> chain;
        Ref conflict = kNone;
        const Ref mine = insert(clause);
        for (const int literal : clause) {
            if (is_true(-literal)) continue;
            if (is_true(literal)) {
                conflict = reason(literal);
                break;
            }
            assign(-literal, kNone);
        }
        if (conflict == kNone) conflict = propagate();
        if (conflict == kNone) return false;
        analyse(conflict, base, chain);
        for (; trail_.size() > base; trail_.pop_back()) {
            true_[index(trail_.back())] = 0;
            reason(trail_.back()) = kNone;
        }
        head_ = base;
        hints_.insert(hints_.end(), chain.begin(), chain.end());
        attach(mine);
        return true;
    }

    // The clauses that led to the conflict, in the order of the propagation.
    void analyse(Ref conflict, std::size_t base, std::vector<Ref>& chain) {
        std::vector<Ref> units;
        std::vector<int> marked;
        const auto mark = [&](Ref ref) {
            for (std::uint32_t i = 0; i < length(ref); ++i) {
                const int variable = std::abs(literals(ref)[i]);
                char& seen = seen_[static_cast<std::size_t>(variable)];
                if (seen) continue;
                seen = 1;
                marked.push_back(variable);
                const Ref why = reason(variable);
                if (why != kNone && length(why) == 1) units.push_back(why);
            }
        };
        chain.push_back(conflict);
        mark(conflict);
        for (std::size_t i = trail_.size(); i-- > base;) {
            const int literal = trail_[i];
            const Ref why = reason(literal);
            if (!seen_[static_cast<std::size_t>(std::abs(literal))] || why == kNone || length(why) == 1) continue;
            chain.push_back(why);
            mark(why);
        }
        std::reverse(units.begin(), units.end());
        chain.insert(chain.end(), units.begin(), units.end());
        std::reverse(chain.begin(), chain.end());
        if (length(conflict) == 1) chain = {conflict};
        for (const int variable : marked) seen_[static_cast<std::size_t>(variable)] = 0;
    }

    Control control_;
    std::vector<int> literals_;
    std::vector<std::size_t> begin_, hint_begin_;
    std::vector<std::uint32_t> length_;
    std::vector<Ref> hints_;
    std::unordered_multimap<std::uint64_t, Ref> by_hash_;
    std::vector<std::vector<Watch>> watched_;  // [literal]: clauses to look at when it becomes false
    std::vector<char> true_, seen_;
    std::vector<Ref> reason_;
    std::vector<int> trail_;
    std::size_t head_ = 0, settled_ = 0;
    Ref inputs_ = 0;
    bool refuted_ = false;
};

}  // namespace

Elaborated elaborate(const std::vector<std::int32_t>& clauses, std::string_view drup,
                     const Limits& limits, const Poll& poll) {
    Elaborator elaborator(clauses, limits, poll);
    return elaborator.run(drup);
}

}  // namespace gridproof
