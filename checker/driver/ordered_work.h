// Pieces of work in an order, done by several threads in any order and handed in one after the other: what is
// ready early waits, some of it at most, and whoever brings what is due hands in all that has become due. A
// piece that turns out to be too much is split, and all threads share its pieces, which come in its place.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace errata::checker {

// Number of a piece, then of a piece of that, and so on: compared like words in a dictionary.
using PlaceInOrder = std::vector<std::size_t>;

template <class Work, class Result>
class OrderedWork {
public:
    struct Taken {
        PlaceInOrder place;
        Work work;
    };

    // `count` pieces, each made when it is its turn to be begun. One thread hands in at a time.
    OrderedWork(std::size_t count, std::size_t most_waiting, std::function<Work(std::size_t)> make,
                std::function<void(Result)> hand_in)
        : count_(count), most_waiting_(most_waiting), make_(std::move(make)), hand_in_(std::move(hand_in)) {}

    // The first piece that nobody has begun; where many results wait already, only what all others wait for.
    // Nothing: all is done, or as good as. Whoever takes a piece then splits, finishes or drops it.
    std::optional<Taken> take() {
        std::unique_lock lock(mutex_);
        for (;; changed_.wait(lock)) {
            const auto first = first_not_begun();
            if (first == pieces_.end()) {
                if (pieces_.empty()) return std::nullopt;
                continue;
            }
            if (waiting_ >= most_waiting_ && first != pieces_.begin()) continue;
            Taken result{first->first, std::move(*first->second.work)};
            first->second.work.reset();
            return result;
        }
    }

    void split(const PlaceInOrder& place, std::vector<Work> pieces) {
        const std::lock_guard lock(mutex_);
        pieces_.erase(place);
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            PlaceInOrder smaller = place;
            smaller.push_back(i);
            pieces_[std::move(smaller)].work = std::move(pieces[i]);
        }
        changed_.notify_all();
    }

    void finish(const PlaceInOrder& place, Result result) {
        std::unique_lock lock(mutex_);
        pieces_[place].result = std::move(result);
        ++waiting_;
        hand_in_due(lock);
    }

    // Nothing comes of it.
    void drop(const PlaceInOrder& place) {
        std::unique_lock lock(mutex_);
        pieces_.erase(place);
        hand_in_due(lock);
    }

private:
    // Not begun, then in work, then ready.
    struct Piece {
        std::optional<Work> work;
        std::optional<Result> result;
    };
    using Pieces = std::map<PlaceInOrder, Piece>;

    typename Pieces::iterator first_not_begun() {
        for (auto piece = pieces_.begin(); piece != pieces_.end(); ++piece) {
            if (piece->second.work) return piece;
        }
        if (made_ == count_) return pieces_.end();
        const auto made = pieces_.emplace(PlaceInOrder{made_}, Piece{make_(made_), std::nullopt}).first;
        ++made_;
        return made;
    }

    void hand_in_due(std::unique_lock<std::mutex>& lock) {
        if (!is_handing_in_) {
            is_handing_in_ = true;
            while (!pieces_.empty() && pieces_.begin()->second.result) {
                Result result = std::move(*pieces_.begin()->second.result);
                pieces_.erase(pieces_.begin());
                lock.unlock();
                hand_in_(std::move(result));
                lock.lock();
                --waiting_;
                changed_.notify_all();
            }
            is_handing_in_ = false;
        }
        changed_.notify_all();
    }

    const std::size_t count_;
    const std::size_t most_waiting_;
    const std::function<Work(std::size_t)> make_;
    const std::function<void(Result)> hand_in_;
    std::mutex mutex_;
    std::condition_variable changed_;
    Pieces pieces_;
    std::size_t made_ = 0;
    std::size_t waiting_ = 0;  // results ready, and the one that is being handed in
    bool is_handing_in_ = false;
};

}  // namespace errata::checker
