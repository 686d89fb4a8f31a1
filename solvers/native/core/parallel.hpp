// Runs numbered tasks on threads while the calling thread keeps watch.
//
// Tasks are handed out in order. The caller's `poll` is called about twenty
// times a second with the tasks finished and the nodes visited so far; when it
// returns false, or the deadline or node limit is reached, `Control::stop` is
// set and running tasks are expected to return soon (they test `stopped()`).
// Price: one relaxed atomic addition per `Meter::kBatch` nodes of a task.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace gridproof {

struct Limits {
    double seconds = 0;        // 0: none
    std::uint64_t nodes = 0;   // 0: none
    int workers = 1;
};

struct Progress {
    std::uint64_t done;
    std::uint64_t total;
    std::uint64_t nodes;
};

using Poll = std::function<bool(const Progress&)>;

class Control {
public:
    Control(const Limits& limits, Poll poll);

    bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    void add_nodes(std::uint64_t n) { nodes_.fetch_add(n, std::memory_order_relaxed); }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    // Runs task(i, worker) for i in [first, count); returns false when stopped early.
    // An exception in a task stops the others and is rethrown here.
    bool run(std::uint64_t first, std::uint64_t count,
             const std::function<void(std::uint64_t, int)>& task);

    // One look at the limits and at the caller's wish, for work outside run().
    bool keep_going();

private:
    Limits limits_;
    Poll poll_;
    std::chrono::steady_clock::time_point start_;
    std::atomic<bool> stop_{false};
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<std::uint64_t> done_{0};
    std::uint64_t total_ = 0;
};

// Counts the nodes of one task and reports them to the control in batches.
class Meter {
public:
    static constexpr std::uint64_t kBatch = 4096;
    explicit Meter(Control& control) : control_(control) {}
    ~Meter() { control_.add_nodes(pending_); }
    Meter(const Meter&) = delete;
    Meter& operator=(const Meter&) = delete;

    // Counts one node; false when the task should return.
    bool tick() {
        ++total_;
        if (++pending_ == kBatch) {
            control_.add_nodes(pending_);
            pending_ = 0;
            if (control_.stopped()) halted_ = true;
        }
        return !halted_;
    }
    void halt() { halted_ = true; }
    bool halted() const { return halted_; }
    std::uint64_t total() const { return total_; }

private:
    Control& control_;
    std::uint64_t pending_ = 0;
    std::uint64_t total_ = 0;
    bool halted_ = false;
};

}  // namespace gridproof
