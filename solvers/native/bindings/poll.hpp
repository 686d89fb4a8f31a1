// Turns a Python progress callback and Ctrl-C into the core's poll function.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>
#include <utility>

#include "../core/parallel.hpp"

// The callback receives (tasks done, tasks, nodes) a few times a second. A
// Python exception in it, KeyboardInterrupt included, ends the search and is
// raised once the threads have stopped.
class PythonPoll {
public:
    explicit PythonPoll(nanobind::object callback) : callback_(std::move(callback)) {}

    bool operator()(const gridproof::Progress& progress) {
        const auto now = std::chrono::steady_clock::now();
        const nanobind::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        if (!callback_.is_none() && now - last_ >= std::chrono::milliseconds(200)) {
            last_ = now;
            callback_(progress.done, progress.total, progress.nodes);
        }
        return true;
    }

private:
    nanobind::object callback_;
    std::chrono::steady_clock::time_point last_{};
};

// Calls work(limits, poll) without the GIL.
template <class Work>
auto run_limited(int workers, double seconds, std::uint64_t nodes, nanobind::object progress, Work work) {
    gridproof::Limits limits;
    limits.workers = workers;
    limits.seconds = seconds;
    limits.nodes = nodes;
    PythonPoll poll(std::move(progress));
    const nanobind::gil_scoped_release release;
    return work(limits, [&](const gridproof::Progress& p) { return poll(p); });
}
