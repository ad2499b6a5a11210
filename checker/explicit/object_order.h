// An order of objects that does not depend on their names, from what is known of them. Objects are told apart
// by what each is by itself, then by what they are connected with, until that says nothing new. What is still
// alike falls into parts that nothing connects, and each part is ordered alone: equal parts may stand in any
// order, so a thousand equal objects cost no more than sorting them. Only inside one part one object after
// another is set apart, and that is given up when it takes too much work.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace errata::checker {

class KnownObjects {
public:
    // One colour for each object: equal for those that nothing tells apart so far.
    explicit KnownObjects(std::vector<std::uint64_t> colours) : colours_(std::move(colours)) {}

    // Nothing connects them, and within a kind each already stands where `order` puts it. `kinds`: by object;
    // those of a kind follow each other.
    bool stand_in_order(std::span<const std::uint32_t> kinds) const;

    // Says something of one object, or of several (each once; their order counts).
    void say(std::uint64_t what, std::span<const std::uint32_t> objects);

    struct Order {
        std::vector<std::uint32_t> objects;  // all, in order
        bool is_exact = true;                // false: given up; another naming may give another order
    };
    Order order() const;

private:
    class Search;

    struct Link {
        std::uint64_t what = 0;
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    std::span<const std::uint32_t> members(const Link& link) const {
        return std::span(members_).subspan(link.first, link.count);
    }

    std::vector<std::uint64_t> colours_;
    std::vector<Link> links_;
    std::vector<std::uint32_t> members_;
};

}  // namespace errata::checker
