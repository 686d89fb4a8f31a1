#include "tap_search.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace gridproof {

namespace {

class Search {
public:
    Search(int rows, int columns, const std::vector<Entry>& entries, std::int64_t modulus,
           const std::vector<std::int64_t>& target, bool count_all, bool recheck_last, Meter& meter)
        : m_(modulus), count_all_(count_all), meter_(meter), missing_(target),
          uses_(static_cast<std::size_t>(columns)), checks_(static_cast<std::size_t>(columns)),
          forced_by_(static_cast<std::size_t>(columns), -1),
          unit_(static_cast<std::size_t>(columns), 0), taps_(static_cast<std::size_t>(columns), 0) {
        std::vector<int> last(static_cast<std::size_t>(rows), -1);
        std::vector<std::int64_t> last_weight(static_cast<std::size_t>(rows), 0);
        for (const Entry& entry : entries) {
            const std::int64_t weight = (entry.weight % m_ + m_) % m_;
            if (weight == 0) continue;
            uses_[static_cast<std::size_t>(entry.column)].push_back({entry.row, weight});
            const auto row = static_cast<std::size_t>(entry.row);
            if (entry.column > last[row]) {
                last[row] = entry.column;
                last_weight[row] = weight;
            } else if (entry.column == last[row]) {
                throw std::invalid_argument("an entry stands twice");
            }
        }
        for (int row = 0; row < rows; ++row) {
            const auto i = static_cast<std::size_t>(row);
            if (row == rows - 1 && !recheck_last) continue;
            if (last[i] < 0) {
                if (missing_[i] % m_ != 0) impossible_ = true;
                continue;
            }
            const auto j = static_cast<std::size_t>(last[i]);
            if (forced_by_[j] < 0 && std::gcd(last_weight[i], m_) == 1) {
                forced_by_[j] = row;
                for (std::int64_t u = 1; u < m_; ++u)
                    if (u * last_weight[i] % m_ == 1) unit_[j] = u;
            } else {
                checks_[j].push_back(row);
            }
        }
        for (auto& value : missing_) value = (value % m_ + m_) % m_;
    }

    void run() {
        if (!impossible_) column(0, 0);
    }

    TapResult result;

    int free_columns() const {
        return static_cast<int>(std::count(forced_by_.begin(), forced_by_.end(), -1));
    }

private:
    struct Use {
        int row;
        std::int64_t weight;
    };

    void column(std::size_t j, std::int64_t cost) {
        if (!meter_.tick()) return;
        if (!count_all_ && result.solvable && cost > result.cost) return;
        if (j == taps_.size()) {
            ++result.solutions;
            if (!result.solvable || cost < result.cost) {
                result.solvable = true;
                result.cost = cost;
                result.count = 1;
                result.taps = taps_;
            } else if (cost == result.cost) {
                ++result.count;  // visited in lexicographic order: the first one stays
            }
            return;
        }
        std::int64_t from = 0, to = m_ - 1;
        if (forced_by_[j] >= 0) {
            from = to = missing_[static_cast<std::size_t>(forced_by_[j])] * unit_[j] % m_;
        }
        for (std::int64_t taps = from; taps <= to && !meter_.halted(); ++taps) {
            for (const Use& use : uses_[j]) change(use, m_ - taps % m_);
            const bool good = std::all_of(checks_[j].begin(), checks_[j].end(), [&](int row) {
                return missing_[static_cast<std::size_t>(row)] == 0;
            });
            taps_[j] = taps;
            if (good) column(j + 1, cost + taps);
            for (const Use& use : uses_[j]) change(use, taps);
        }
    }

    void change(const Use& use, std::int64_t taps) {
        std::int64_t& missing = missing_[static_cast<std::size_t>(use.row)];
        missing = (missing + taps * use.weight) % m_;
    }

    std::int64_t m_;
    bool count_all_;
    bool impossible_ = false;
    Meter& meter_;
    std::vector<std::int64_t> missing_;  // what the taps still have to add to each row
    std::vector<std::vector<Use>> uses_;
    std::vector<std::vector<int>> checks_;
    std::vector<int> forced_by_;
    std::vector<std::int64_t> unit_, taps_;
};

}  // namespace

TapResult tap_search(int rows, int columns, const std::vector<Entry>& entries, std::int64_t modulus,
                     const std::vector<std::int64_t>& target, bool count_all, bool recheck_last,
                     const Limits& limits, const Poll& poll) {
    if (rows < 1 || columns < 0 || modulus < 2 || modulus > kMaxModulus ||
        target.size() != static_cast<std::size_t>(rows))
        throw std::invalid_argument("sizes do not match");
    for (const Entry& entry : entries)
        if (entry.row < 0 || entry.row >= rows || entry.column < 0 || entry.column >= columns)
            throw std::invalid_argument("an entry off the matrix");
    Control control(limits, poll);
    TapResult result;
    const bool done = control.run(0, 1, [&](std::uint64_t, int) {
        Meter meter(control);
        Search search(rows, columns, entries, modulus, target, count_all, recheck_last, meter);
        search.run();
        result = search.result;
        result.nodes = meter.total();
        result.free_columns = search.free_columns();
    });
    result.complete = done;
    return result;
}

}  // namespace gridproof
