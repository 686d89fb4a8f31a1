#include "parallel.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace gridproof {

Control::Control(const Limits& limits, Poll poll)
    : limits_(limits), poll_(std::move(poll)), start_(std::chrono::steady_clock::now()) {}

bool Control::keep_going() {
    if (stopped()) return false;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    const bool expired = (limits_.seconds > 0 && spent.count() >= limits_.seconds) ||
                         (limits_.nodes > 0 && nodes() >= limits_.nodes);
    if (expired || (poll_ && !poll_({done_.load(), total_, nodes()}))) stop_.store(true);
    return !stopped();
}

bool Control::run(std::uint64_t first, std::uint64_t count,
                  const std::function<void(std::uint64_t, int)>& task) {
    total_ = count;
    done_.store(first);
    std::atomic<std::uint64_t> next{first};
    std::atomic<int> alive{0};
    std::mutex mutex;
    std::condition_variable finished;
    std::exception_ptr failure;

    auto work = [&](int worker) {
        try {
            while (!stopped()) {
                const std::uint64_t i = next.fetch_add(1);
                if (i >= count) break;
                task(i, worker);
                done_.fetch_add(1);
            }
        } catch (...) {
            const std::lock_guard<std::mutex> lock(mutex);
            if (!failure) failure = std::current_exception();
            stop_.store(true);
        }
        const std::lock_guard<std::mutex> lock(mutex);
        alive.fetch_sub(1);
        finished.notify_all();
    };

    std::vector<std::thread> threads;
    const int workers = limits_.workers < 1 ? 1 : limits_.workers;
    alive.store(workers);
    for (int i = 0; i < workers; ++i) threads.emplace_back(work, i);
    try {
        std::unique_lock<std::mutex> lock(mutex);
        while (alive.load() > 0) {
            finished.wait_for(lock, std::chrono::milliseconds(50),
                              [&] { return alive.load() == 0; });
            lock.unlock();
            keep_going();
            lock.lock();
        }
    } catch (...) {
        stop_.store(true);
        for (auto& thread : threads) thread.join();
        throw;
    }
    for (auto& thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
    return !stopped();
}

}  // namespace gridproof
