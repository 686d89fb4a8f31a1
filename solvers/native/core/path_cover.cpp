#include "path_cover.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "random.hpp"

namespace gridproof {
namespace {

constexpr int kNone = -1;
constexpr int kMaxCells = 1 << 20;

struct Path {
    std::array<int, 2> end;
    int length;
};

class Annealer {
public:
    Annealer(const CoverTask& task, const std::vector<std::vector<int>>& start)
        : task_(task), chance_(task.seed), cells_(task.width * task.height) {
        const auto n = static_cast<std::size_t>(cells_);
        owner_.assign(n, kNone);
        link_.assign(n, {kNone, kNone});
        marked_.assign(n, 0);
        beside_.resize(n);
        for (int c = 0; c < cells_; ++c) find_neighbours(c);
        if (start.empty()) {
            for (int c = 0; c < cells_; ++c)
                if (task_.open[at(c)]) add_path({c});
        } else {
            for (const auto& path : start) add_path(path);
        }
        for (int c = 0; c < cells_; ++c)
            if (task_.open[at(c)] && owner_[at(c)] == kNone)
                throw std::invalid_argument("the starting paths leave a cell open");
        energy_ = whole_energy();
    }

    Cover run(const std::vector<int>& focus, int shake, const Poll& poll) {
        Cover cover;
        std::vector<std::uint8_t> near(static_cast<std::size_t>(cells_), focus.empty() ? 1 : 0);
        for (const int c : focus) near[at(c)] = 1;
        for (int i = 0; i < shake; ++i) step(true, &near);
        while (energy_ > 0 && cover.steps < task_.steps) {
            step(false, nullptr);
            if (++cover.steps % 65536 == 0 && poll && !poll({cover.steps, task_.steps, cover.steps}))
                break;
        }
        cover.reached = energy_ == 0 && cut_to_number();
        for (int p = 0; p < count(); ++p) cover.paths.push_back(walk(p));
        return cover;
    }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    int count() const { return static_cast<int>(paths_.size()); }

    void find_neighbours(int c) {
        const int x = c % task_.width, y = c / task_.width;
        auto add = [&](bool inside, int d) {
            if (inside && task_.open[at(c)] && task_.open[at(d)]) beside_[at(c)].push_back(d);
        };
        add(x > 0, c - 1);
        add(x + 1 < task_.width, c + 1);
        add(y > 0, c - task_.width);
        add(y + 1 < task_.height, c + task_.width);
    }

    bool neighbours(int a, int b) const {
        return std::find(beside_[at(a)].begin(), beside_[at(a)].end(), b) != beside_[at(a)].end();
    }

    void add_path(const std::vector<int>& cells) {
        if (cells.empty()) throw std::invalid_argument("an empty path");
        const int p = count();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const int c = cells[i];
            if (c < 0 || c >= cells_ || !task_.open[at(c)] || owner_[at(c)] != kNone)
                throw std::invalid_argument("paths that overlap or leave the grid");
            if (i > 0 && !neighbours(cells[i - 1], c))
                throw std::invalid_argument("a path that jumps");
            owner_[at(c)] = p;
            if (i > 0) {
                link(cells[i - 1], c);
            }
        }
        paths_.push_back({{cells.front(), cells.back()}, static_cast<int>(cells.size())});
    }

    void link(int a, int b) {
        link_[at(a)][link_[at(a)][0] == kNone ? 0 : 1] = b;
        link_[at(b)][link_[at(b)][0] == kNone ? 0 : 1] = a;
    }
    void unlink_one(int a, int b) {
        auto& l = link_[at(a)];
        if (l[0] == b) l[0] = l[1];
        l[1] = kNone;
    }
    void unlink(int a, int b) {
        unlink_one(a, b);
        unlink_one(b, a);
    }

    // The cells from `from` on, away from `behind`.
    void collect(int from, int behind) {
        segment_.clear();
        int previous = behind, c = from;
        while (c != kNone) {
            segment_.push_back(c);
            const auto& l = link_[at(c)];
            const int next = l[0] != previous ? l[0] : l[1];
            previous = c;
            c = next;
        }
    }

    std::vector<int> walk(int p) {
        collect(paths_[at(p)].end[0], kNone);
        return segment_;
    }

    int path_cost(const Path& path) const {
        const int missing = std::max(0, task_.min_length - path.length);
        const bool close = !task_.adjacent_ends && path.length > 1 &&
                           neighbours(path.end[0], path.end[1]);
        return 2 * missing + (close ? 1 : 0);
    }
    int number_cost(int paths) const { return 2 * std::max(0, paths - task_.pairs); }

    int whole_energy() const {
        int same = 0, links = 0, cost = number_cost(count());
        for (int c = 0; c < cells_; ++c) {
            for (const int d : beside_[at(c)]) same += d > c && owner_[at(c)] == owner_[at(d)];
            for (const int d : link_[at(c)]) links += d > c;
        }
        for (const Path& path : paths_) cost += path_cost(path);
        return cost + same - links;
    }

    bool accept(int change, bool always) {
        if (change <= 0 || always) return true;
        return change < 10 && chance_.next() >> 34 < (std::uint64_t{1} << 30) >> (3 * change);
    }

    // Same-path neighbours gained when the segment goes from path b to path a.
    int gain(int a, int b) {
        for (const int c : segment_) marked_[at(c)] = 1;
        int same = 0;
        for (const int c : segment_) {
            for (const int d : beside_[at(c)]) {
                if (marked_[at(d)]) continue;
                const int owner = owner_[at(d)];
                same += (owner == a) - (owner == b);
            }
        }
        for (const int c : segment_) marked_[at(c)] = 0;
        return same;
    }

    void step(bool always, const std::vector<std::uint8_t>* near) {
        const int p = static_cast<int>(chance_.below(paths_.size()));
        if (count() < task_.pairs && chance_.below(4) == 0) {
            try_cut(p, always);
            return;
        }
        const int side = static_cast<int>(chance_.below(2));
        const int end = paths_[at(p)].end[at(side)];
        if (near != nullptr && !(*near)[at(end)]) return;
        const auto& around = beside_[at(end)];
        if (around.empty()) return;
        const int target = around[chance_.below(around.size())];
        if (link_[at(end)][0] == target || link_[at(end)][1] == target) return;
        if (owner_[at(target)] == p) {
            bite_own(p, side, target, always);
        } else {
            bite_other(p, side, target, always);
        }
    }

    void bite_own(int p, int side, int target, bool always) {
        const int end = paths_[at(p)].end[at(side)];
        collect(end, kNone);
        const auto found = std::find(segment_.begin(), segment_.end(), target);
        const int fresh = *(found - 1);
        Path path = paths_[at(p)];
        path.end[at(side)] = fresh;
        const int change = path_cost(path) - path_cost(paths_[at(p)]);
        if (!accept(change, always)) return;
        unlink(fresh, target);
        link(end, target);
        paths_[at(p)] = path;
        energy_ += change;
    }

    void bite_other(int p, int side, int target, bool always) {
        const int q = owner_[at(target)];
        const int end = paths_[at(p)].end[at(side)];
        const auto l = link_[at(target)];
        int behind = kNone;  // kNone: the paths are joined
        if (l[1] != kNone) {
            behind = l[chance_.below(2)];
        } else if (l[0] != kNone && chance_.below(2) == 0) {
            behind = l[0];
        }
        collect(target, behind);
        const Path old_p = paths_[at(p)], old_q = paths_[at(q)];
        const int taken = static_cast<int>(segment_.size());
        Path new_p = old_p, new_q = old_q;
        new_p.length += taken;
        new_p.end[at(side)] = segment_.back();
        new_q.length -= taken;
        int change = gain(p, q) + path_cost(new_p) - path_cost(old_p) - path_cost(old_q);
        if (behind == kNone) {
            change += number_cost(count() - 1) - number_cost(count()) - 1;
        } else {
            new_q.end[old_q.end[0] == segment_.back() ? 0 : 1] = behind;
            change += path_cost(new_q);
        }
        if (!accept(change, always)) return;
        for (const int c : segment_) owner_[at(c)] = p;
        if (behind != kNone) unlink(target, behind);
        link(end, target);
        paths_[at(p)] = new_p;
        paths_[at(q)] = new_q;
        energy_ += change;
        if (behind == kNone) remove_path(q);
    }

    void remove_path(int q) {
        const int last = count() - 1;
        if (q != last) {
            paths_[at(q)] = paths_[at(last)];
            collect(paths_[at(q)].end[0], kNone);
            for (const int c : segment_) owner_[at(c)] = q;
        }
        paths_.pop_back();
    }

    bool try_cut(int p, bool always) {
        const Path old = paths_[at(p)];
        if (old.length < 2 || count() >= task_.pairs) return false;
        const int keep = 1 + static_cast<int>(chance_.below(at(old.length - 1)));
        collect(old.end[0], kNone);
        const int last = segment_[at(keep - 1)], first = segment_[at(keep)];
        segment_.erase(segment_.begin(), segment_.begin() + keep);
        const Path front{{old.end[0], last}, keep}, back{{first, old.end[1]}, old.length - keep};
        const int change = gain(kNone, p) + 1 + path_cost(front) + path_cost(back) - path_cost(old);
        if (!accept(change, always)) return false;
        unlink(last, first);
        for (const int c : segment_) owner_[at(c)] = count();
        paths_[at(p)] = front;
        paths_.push_back(back);
        energy_ += change;
        return true;
    }

    bool cut_to_number() {
        for (int tries = 64 * cells_; count() < task_.pairs && tries > 0; --tries) {
            const int before = energy_, p = static_cast<int>(chance_.below(paths_.size()));
            const Path old = paths_[at(p)];
            if (old.length < 2 * task_.min_length) continue;
            const auto whole = walk(p);
            if (!try_cut(p, true) || energy_ <= before) continue;
            // Undo: the cut cost something.
            const Path back = paths_.back();
            paths_.pop_back();
            collect(back.end[0], kNone);
            for (const int c : segment_) owner_[at(c)] = p;
            link(paths_[at(p)].end[1], back.end[0]);
            paths_[at(p)] = old;
            energy_ = before;
        }
        return count() == task_.pairs && energy_ == 0;
    }

    const CoverTask& task_;
    Random chance_;
    int cells_;
    int energy_ = 0;
    std::vector<std::vector<int>> beside_;
    std::vector<int> owner_;
    std::vector<std::array<int, 2>> link_;
    std::vector<std::uint8_t> marked_;
    std::vector<Path> paths_;
    std::vector<int> segment_;
};

}  // namespace

Cover path_cover(const CoverTask& task, const std::vector<std::vector<int>>& start,
                 const std::vector<int>& focus, int shake, const Poll& poll) {
    if (task.width < 1 || task.height < 1 || task.width > kMaxCells / task.height)
        throw std::invalid_argument("a grid has from 1 to 2^20 cells");
    const int cells = task.width * task.height;
    if (static_cast<int>(task.open.size()) != cells || task.pairs < 1 || task.min_length < 1)
        throw std::invalid_argument("a cover needs a mark for each cell, a path and a length");
    if (std::find(task.open.begin(), task.open.end(), 1) == task.open.end())
        throw std::invalid_argument("no open cell");
    for (const int c : focus)
        if (c < 0 || c >= cells) throw std::invalid_argument("a cell off the grid");
    return Annealer(task, start).run(focus, shake, poll);
}

}  // namespace gridproof
