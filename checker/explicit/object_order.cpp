#include "checker/explicit/object_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "checker/explicit/mix.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

namespace {

// Looks at a link or an object, for all attempts at one order together: some milliseconds.
constexpr std::size_t least_work = 200'000;
constexpr std::size_t work_per_object_or_link = 64;

using Objects = std::vector<std::uint32_t>;
constexpr std::uint32_t elsewhere = 0xffffffffU;

// `sorted`: scratch.
std::size_t count_colours(const Objects& objects, const std::vector<std::uint64_t>& colours,
                          std::vector<std::uint64_t>& sorted) {
    sorted.clear();
    for (const std::uint32_t object : objects) sorted.push_back(colours[object]);
    std::ranges::sort(sorted);
    return static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}
}  // namespace

void KnownObjects::say(std::uint64_t what, std::span<const std::uint32_t> objects) {
    if (objects.size() == 1) colours_[objects.front()] += mix(what, 1);
    if (objects.size() < 2) return;
    links_.push_back(
        {what, static_cast<std::uint32_t>(members_.size()), static_cast<std::uint32_t>(objects.size())});
    members_.insert(members_.end(), objects.begin(), objects.end());
}

class KnownObjects::Search {
public:
    explicit Search(const KnownObjects& known)
        : known_(known),
          colours_(known.colours_),
          next_(colours_.size()),
          alike_(colours_.size()),
          places_(colours_.size()),
          part_(colours_.size()),
          effort_{least_work + work_per_object_or_link * (colours_.size() + known.links_.size())} {}

    Order run() {
        Part all;
        all.objects.resize(colours_.size());
        std::iota(all.objects.begin(), all.objects.end(), 0U);
        all.links.resize(known_.links_.size());
        std::iota(all.links.begin(), all.links.end(), 0U);
        Order result;
        result.objects = arrange(std::move(all)).objects;
        result.is_exact = !effort_.is_exceeded;
        return result;
    }

private:
    using Links = std::vector<std::uint32_t>;

    // Where objects stand in the list that is looked at.
    class Places {
    public:
        explicit Places(std::size_t objects) : place_(objects, elsewhere) {}

        std::uint32_t operator[](std::uint32_t object) const { return place_[object]; }
        bool hold(std::uint32_t object) const { return place_[object] != elsewhere; }
        void settle(const Objects& objects) {
            for (std::uint32_t i = 0; i < objects.size(); ++i) place_[objects[i]] = i;
        }
        void forget(const Objects& objects) {
            for (const std::uint32_t object : objects) place_[object] = elsewhere;
        }

    private:
        std::vector<std::uint32_t> place_;  // by object
    };

    // What the search may still look at.
    struct Effort {
        std::size_t left;
        bool is_exceeded = false;  // something was left undone
        void spend(std::size_t work) { left -= std::min(work, left); }
    };

    // Objects, and the links that connect at least two of them.
    struct Part {
        Objects objects;
        Links links;
    };
    // Parts with one form are the same but for names.
    struct Arranged {
        Objects objects;
        std::uint64_t form = 0;
    };

    // The objects of a part are connected with others by nothing but their colours.
    Arranged arrange(Part part) {
        places_.settle(part.objects);
        refine(part);
        std::ranges::stable_sort(part.objects, {}, [&](std::uint32_t object) { return colours_[object]; });
        places_.settle(part.objects);
        Objects order;
        std::vector<Part> parts = split(part, order);
        places_.forget(part.objects);
        if (order.empty() && parts.size() == 1) return set_one_apart(part);
        auto arranged = dsl::mapped(parts, [&](Part& each) { return arrange(std::move(each)); });
        std::ranges::stable_sort(arranged, {}, &Arranged::form);
        for (const Arranged& each : arranged)
            order.insert(order.end(), each.objects.begin(), each.objects.end());
        const std::uint64_t form = form_of(order, part.links);
        return {std::move(order), form};
    }

    std::span<const std::uint32_t> members(std::uint32_t link) const {
        return known_.members(known_.links_[link]);
    }

    void refine(const Part& part) {
        if (part.links.empty()) return;
        for (std::size_t apart = count_colours(part.objects, colours_, sorted_);;) {
            for (const std::uint32_t object : part.objects) next_[object] = mix(colours_[object], 3);
            for (const std::uint32_t link : part.links) {
                std::uint64_t fact = known_.links_[link].what;
                for (const std::uint32_t member : members(link)) fact = mix(fact, colours_[member]);
                std::uint64_t position = 0;
                for (const std::uint32_t member : members(link)) {
                    ++position;
                    if (places_.hold(member)) next_[member] += mix(fact, position);
                }
            }
            effort_.spend(part.objects.size() + part.links.size());
            for (const std::uint32_t object : part.objects) colours_[object] = next_[object];
            const std::size_t now = count_colours(part.objects, colours_, sorted_);
            if (now == apart) return;
            apart = now;
        }
    }

    // The objects stand by colour. Those that are alone of theirs or connected with no other come into the
    // order at once; the others fall into the parts that links connect.
    std::vector<Part> split(const Part& whole, Objects& order) {
        const Objects& objects = whole.objects;
        for (std::size_t i = 0, end = 0; i < objects.size(); i = end) {
            while (end < objects.size() && colours_[objects[end]] == colours_[objects[i]]) ++end;
            for (std::size_t k = i; k < end; ++k) alike_[objects[k]] = static_cast<std::uint32_t>(end - i);
        }
        const Objects root = roots(whole);
        Objects size(objects.size());
        for (const std::uint32_t place : root) ++size[place];
        std::vector<Part> parts;
        Objects part_at(objects.size());  // by root
        for (std::uint32_t place = 0; place < objects.size(); ++place) {
            part_[objects[place]] = elsewhere;
            if (size[root[place]] == 1) {
                order.push_back(objects[place]);
                continue;
            }
            if (root[place] == place) {
                part_at[place] = static_cast<std::uint32_t>(parts.size());
                parts.emplace_back();
            }
            part_[objects[place]] = part_at[root[place]];
            parts[part_[objects[place]]].objects.push_back(objects[place]);
        }
        for (const std::uint32_t link : whole.links) give(link, parts);
        return parts;
    }

    // By place: the first place that links between objects alike others connect it with.
    Objects roots(const Part& part) {
        Objects root(part.objects.size());
        std::iota(root.begin(), root.end(), 0U);
        const auto root_of = [&](std::uint32_t place) {
            while (root[place] != place) place = root[place] = root[root[place]];
            return place;
        };
        for (const std::uint32_t link : telling_links(part.links)) {
            std::uint32_t first = elsewhere;
            for (const std::uint32_t member : members(link)) {
                if (!places_.hold(member) || alike_[member] == 1) continue;
                const std::uint32_t own = root_of(places_[member]);
                const std::uint32_t least = std::min(first, own);
                if (first != elsewhere) root[first] = least;
                root[own] = least;
                first = least;
            }
        }
        for (std::uint32_t place = 0; place < root.size(); ++place) root[place] = root_of(place);
        return root;
    }

    // To the parts of which it connects two objects.
    void give(std::uint32_t link, std::vector<Part>& parts) const {
        const auto all = members(link);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!places_.hold(all[i]) || part_[all[i]] == elsewhere) continue;
            const auto in_part = [&](std::uint32_t other) {
                return places_.hold(other) && part_[other] == part_[all[i]];
            };
            if (std::ranges::none_of(all.first(i), in_part) &&
                std::ranges::any_of(all.subspan(i + 1), in_part))
                parts[part_[all[i]]].links.push_back(link);
        }
    }

    // Without those that say the same of all objects of their colours: they tell nobody apart.
    Links telling_links(const Links& links) const {
        std::vector<std::pair<std::uint64_t, std::uint32_t>> sorts;
        for (const std::uint32_t link : links) {
            std::uint64_t sort = known_.links_[link].what;
            for (const std::uint32_t member : members(link))
                sort = mix(sort, places_.hold(member) ? colours_[member] : mix(13, member));
            sorts.emplace_back(sort, link);
        }
        std::ranges::sort(sorts);
        Links result;
        for (std::size_t i = 0, end = 0; i < sorts.size(); i = end) {
            while (end < sorts.size() && sorts[end].first == sorts[i].first) ++end;
            if (end - i == possible(sorts[i].second)) continue;
            for (std::size_t k = i; k < end; ++k) result.push_back(sorts[k].second);
        }
        return result;
    }

    // Links there would be between all objects of these colours.
    std::size_t possible(std::uint32_t link) const {
        const auto all = members(link);
        std::size_t result = 1;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!places_.hold(all[i])) continue;
            const auto before = std::ranges::count_if(all.first(i), [&](std::uint32_t other) {
                return places_.hold(other) && colours_[other] == colours_[all[i]];
            });
            result *= alike_[all[i]] - static_cast<std::size_t>(before);
        }
        return result;
    }

    // Each object of the smallest class is tried, and the least form stands.
    Arranged set_one_apart(const Part& part) {
        const auto rank = [&](std::uint32_t object) { return std::pair(alike_[object], colours_[object]); };
        const std::uint64_t chosen = colours_[*std::ranges::min_element(part.objects, {}, rank)];
        std::vector<std::uint64_t> colours;
        for (const std::uint32_t object : part.objects) colours.push_back(colours_[object]);
        Arranged best;
        for (std::size_t i = 0; i < part.objects.size(); ++i) {
            if (colours[i] != chosen) continue;
            if (!best.objects.empty() && effort_.left == 0) {
                effort_.is_exceeded = true;
                break;
            }
            colours_[part.objects[i]] = mix(chosen, 7);
            Arranged arranged = arrange(part);
            if (best.objects.empty() || arranged.form < best.form) best = std::move(arranged);
            for (std::size_t k = 0; k < colours.size(); ++k) colours_[part.objects[k]] = colours[k];
        }
        return best;
    }

    std::uint64_t form_of(const Objects& order, const Links& links) {
        std::uint64_t result = 0;
        for (const std::uint32_t object : order) result = mix(result, colours_[object]);
        places_.settle(order);
        std::uint64_t sum = 0;
        for (const std::uint32_t link : links) {
            std::uint64_t fact = known_.links_[link].what;
            for (const std::uint32_t member : members(link))
                fact = mix(fact, places_.hold(member) ? places_[member] : colours_[member]);
            sum += mix(fact, 17);
        }
        places_.forget(order);
        return mix(result, sum);
    }

    const KnownObjects& known_;
    std::vector<std::uint64_t> colours_;
    // Scratch, by object.
    std::vector<std::uint64_t> next_;
    std::vector<std::uint32_t> alike_;  // how many have its colour
    Places places_;
    std::vector<std::uint32_t> part_;
    std::vector<std::uint64_t> sorted_;
    Effort effort_;
};

bool KnownObjects::stand_in_order(std::span<const std::uint32_t> kinds) const {
    if (!links_.empty()) return false;
    for (std::size_t i = 1; i < colours_.size(); ++i) {
        if (kinds[i] == kinds[i - 1] && colours_[i] < colours_[i - 1]) return false;
    }
    return true;
}

KnownObjects::Order KnownObjects::order() const {
    if (!links_.empty()) return Search(*this).run();
    std::vector<std::pair<std::uint64_t, std::uint32_t>> by_colour;
    for (std::uint32_t i = 0; i < colours_.size(); ++i) by_colour.emplace_back(colours_[i], i);
    std::ranges::sort(by_colour);
    Order result;
    for (const auto& [colour, object] : by_colour) result.objects.push_back(object);
    return result;
}

}  // namespace errata::checker
