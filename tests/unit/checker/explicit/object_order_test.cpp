// The order of objects is the same under every naming, costs little for many equal ones, and says when it was
// given up.
#include "checker/explicit/object_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <set>

namespace errata::tests {
namespace {

using checker::KnownObjects;
using ObjectNames = std::vector<std::uint32_t>;

// What is said of objects, to be said again under other names.
struct Told {
    std::vector<std::uint64_t> colours;
    std::vector<std::array<std::uint32_t, 2>> links;

    KnownObjects under(const ObjectNames& names) const {
        std::vector<std::uint64_t> renamed(colours.size());
        for (std::size_t i = 0; i < colours.size(); ++i) renamed[names[i]] = colours[i];
        KnownObjects known(std::move(renamed));
        for (const auto& [from, to] : links) known.say(5, std::array{names[from], names[to]});
        return known;
    }
    std::size_t size() const { return colours.size(); }
};

// The links as they stand when every object is called by its place in the order.
std::set<std::array<std::size_t, 2>> arranged(const Told& told, const ObjectNames& names) {
    const KnownObjects::Order order = told.under(names).order();
    EXPECT_TRUE(order.is_exact);
    std::vector<std::size_t> place(told.size());
    for (std::size_t i = 0; i < order.objects.size(); ++i) place[order.objects[i]] = i;
    std::set<std::array<std::size_t, 2>> result;
    for (const auto& [from, to] : told.links) result.insert({place[names[from]], place[names[to]]});
    return result;
}

ObjectNames some_names(std::size_t count, std::mt19937& random) {
    ObjectNames names(count);
    std::iota(names.begin(), names.end(), 0U);
    std::ranges::shuffle(names, random);
    return names;
}

void expect_no_names_matter(const Told& told, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto first = arranged(told, some_names(told.size(), random));
    for (int i = 0; i < 5; ++i) EXPECT_EQ(arranged(told, some_names(told.size(), random)), first);
}

Told alike(std::size_t count) { return {std::vector<std::uint64_t>(count, 1), {}}; }

TEST(ObjectOrder, RandomLinksAmongFew) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        Told told = alike(2 + random() % 7);
        for (std::uint32_t a = 0; a < told.size(); ++a) {
            for (std::uint32_t b = 0; b < told.size(); ++b) {
                if (a != b && random() % 3 == 0) told.links.push_back({a, b});
            }
        }
        expect_no_names_matter(told, seed);
    }
}

TEST(ObjectOrder, AThousandThatNothingConnects) {
    Told told = alike(1000);
    for (std::size_t i = 0; i < told.size(); i += 3) told.colours[i] = 2;
    std::mt19937 random(1);
    const ObjectNames names = some_names(told.size(), random);
    const KnownObjects::Order order = told.under(names).order();
    EXPECT_TRUE(order.is_exact);
    EXPECT_EQ(std::set(order.objects.begin(), order.objects.end()).size(), 1000U);
}

TEST(ObjectOrder, ManyPairs) {
    Told told = alike(600);
    for (std::uint32_t i = 0; i < 600; i += 2) told.links.push_back({i, i + 1});
    expect_no_names_matter(told, 2);
}

TEST(ObjectOrder, ManyHostsWithManyGuests) {
    Told told = alike(220);
    for (std::uint32_t host = 0; host < 20; ++host) {
        for (std::uint32_t guest = 0; guest < 10; ++guest)
            told.links.push_back({20 + host * 10 + guest, host});
    }
    expect_no_names_matter(told, 3);
}

TEST(ObjectOrder, TwoCliques) {
    Told told = alike(40);
    for (std::uint32_t a = 0; a < 40; ++a) {
        for (std::uint32_t b = 0; b < 40; ++b) {
            if (a != b && a / 20 == b / 20) told.links.push_back({a, b});
        }
    }
    expect_no_names_matter(told, 4);
}

// Colours alone cannot tell two rings of three from one of six.
TEST(ObjectOrder, RingsOfDifferentLengths) {
    Told told = alike(12);
    for (const std::array<std::uint32_t, 2> ring : {std::array{0U, 3U}, {3U, 6U}, {6U, 12U}}) {
        for (std::uint32_t i = ring[0]; i < ring[1]; ++i)
            told.links.push_back({i, i + 1 < ring[1] ? i + 1 : ring[0]});
    }
    expect_no_names_matter(told, 5);
}

TEST(ObjectOrder, IsGivenUpAndSaysSo) {
    Told told = alike(500);
    for (std::uint32_t i = 0; i < 500; ++i) told.links.push_back({i, (i + 1) % 500});
    ObjectNames names(500);
    std::iota(names.begin(), names.end(), 0U);
    const KnownObjects::Order order = told.under(names).order();
    EXPECT_FALSE(order.is_exact);
    EXPECT_EQ(std::set(order.objects.begin(), order.objects.end()).size(), 500U);
}

}  // namespace
}  // namespace errata::tests
