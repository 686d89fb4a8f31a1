#include "lrat_writer.hpp"

#include <charconv>

namespace gridproof {

std::string trimmed_lrat(const Derivation& d, std::uint64_t& kept) {
    constexpr std::uint32_t kNone = 0xffffffffU;
    const auto size = static_cast<std::uint32_t>(d.begin.size());
    const std::uint32_t last = size - 1;
    const auto hints_end = [&](std::uint32_t c) { return c == last ? d.hints.size() : d.hint_begin[c + 1]; };
    std::vector<char> used(size, 0);
    std::vector<std::uint32_t> last_use(size, kNone), number(size, 0);
    used[last] = 1;
    for (std::uint32_t c = last; c + 1 > d.inputs; --c) {
        if (used[c])
            for (std::size_t i = d.hint_begin[c]; i < hints_end(c); ++i) {
                used[d.hints[i]] = 1;
                if (last_use[d.hints[i]] == kNone) last_use[d.hints[i]] = c;
            }
        if (c == 0) break;
    }
    std::string out;
    char digits[16];
    const auto put = [&](std::int64_t value) {
        out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
        out += ' ';
    };
    std::uint32_t next = d.inputs;
    std::vector<std::uint32_t> finished;
    for (std::uint32_t c = 0; c <= last; ++c) {
        if (c < d.inputs) {
            number[c] = c + 1;
            continue;
        }
        if (!used[c]) continue;
        number[c] = ++next;
        ++kept;
        put(next);
        for (std::uint32_t i = 0; i < d.length[c]; ++i) put(d.literals[d.begin[c] + i]);
        out += "0 ";
        finished.clear();
        for (std::size_t i = d.hint_begin[c]; i < hints_end(c); ++i) {
            const std::uint32_t hint = d.hints[i];
            put(number[hint]);
            if (last_use[hint] != c) continue;
            finished.push_back(number[hint]);
            last_use[hint] = kNone;
        }
        out += "0\n";
        if (finished.empty() || c == last) continue;
        put(next);
        out += "d ";
        for (const std::uint32_t each : finished) put(each);
        out += "0\n";
    }
    return out;
}

}  // namespace gridproof
