// How fast can this game be searched at all? Terrain skirmish (skirmish.rules) written by hand: a
// breadth-first search that counts states and transitions, looks for nothing and keeps no way back. A state
// is a word of 64 bits; the table of those seen has open addresses and doubles when three quarters of it are
// taken. The parameters are those of skirmish/promela:
//   g++ -O3 -march=native -std=c++20 -DWIDTH=3 -DHEIGHT=2 -DFULL=3 -DMAKES=3,5,6 yardstick.cpp
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <vector>

#ifndef WIDTH  // those of small.rules unless told otherwise
#define WIDTH 3
#define HEIGHT 2
#define FULL 3
#define MAKES 3, 5, 6
#endif

namespace {

using State = std::uint64_t;

constexpr unsigned squares = WIDTH * HEIGHT;
constexpr unsigned nowhere = squares;
constexpr auto makes = std::to_array<unsigned>({MAKES});

enum Ground : unsigned { Plains, Forest, Mountain, Water, Void, Desert, Lava, Ice };
enum Step : unsigned { Setup, Start, Scorch, OrderFirst, OrderSecond, CastFirst, CastSecond, Sink, Move };

// An order is one number: its place in the list of all that can be given. Number 0 is none.
struct Order {
    enum Kind : unsigned { None, Terrain, Teleport, Walk } kind;
    unsigned aim;
    unsigned what;  // the ground that is made, or the group
    bool gives;
};
constexpr unsigned first_teleport = 1 + squares * makes.size();
constexpr unsigned first_walk = first_teleport + squares * 2;
constexpr unsigned order_count = first_walk + 4;
constexpr auto orders = [] {
    std::array<Order, order_count> all{};
    unsigned number = 1;
    for (unsigned q = 0; q < squares; ++q)
        for (const unsigned ground : makes) all[number++] = {Order::Terrain, q, ground, false};
    for (unsigned q = 0; q < squares; ++q)
        for (unsigned g = 0; g < 2; ++g) all[number++] = {Order::Teleport, q, g, false};
    for (unsigned g = 0; g < 2; ++g)
        for (const bool gives : {false, true}) all[number++] = {Order::Walk, 0, g, gives};
    return all;
}();

// The squares beside each, as a set of bits.
constexpr auto beside = [] {
    std::array<unsigned, squares> sets{};
    for (unsigned q = 0; q < squares; ++q) {
        if (q % WIDTH > 0) sets[q] |= 1U << (q - 1);
        if (q % WIDTH < WIDTH - 1) sets[q] |= 1U << (q + 1);
        if (q >= WIDTH) sets[q] |= 1U << (q - WIDTH);
        if (q + WIDTH < squares) sets[q] |= 1U << (q + WIDTH);
    }
    return sets;
}();

// One kind of number in a state, `count` of them side by side.
struct Field {
    unsigned from, bits, count;
    constexpr unsigned end() const { return from + bits * count; }
    constexpr State mask() const { return (State{1} << bits) - 1; }
    constexpr unsigned of(State s, unsigned i = 0) const { return (s >> (from + bits * i)) & mask(); }
    constexpr State with(State s, unsigned value, unsigned i = 0) const {
        return (s & ~(mask() << (from + bits * i))) | (State{value} << (from + bits * i));
    }
};
constexpr Field field(unsigned from, unsigned largest, unsigned count) {
    return {from, static_cast<unsigned>(std::bit_width(largest)), count};
}
constexpr Field ground = field(0, Ice, squares);
constexpr Field at = field(ground.end(), nowhere, 2);
constexpr Field hp = field(at.end(), FULL, 2);
constexpr Field waterwalk = field(hp.end(), 1, 2);
constexpr Field moved = field(waterwalk.end(), 1, 2);
constexpr Field mana = field(moved.end(), 1, 2);
constexpr Field order = field(mana.end(), order_count - 1, 2);
constexpr Field initiative = field(order.end(), 1, 1);
constexpr Field step = field(initiative.end(), Move, 1);
constexpr State nothing_on_board = 0;  // its step is the setup
static_assert(step.end() <= 64, "a state of this size does not fit into one word");

constexpr bool is_free(State s, unsigned q) { return at.of(s, 0) != q && at.of(s, 1) != q; }
constexpr bool is_alive(State s, unsigned g) { return hp.of(s, g) > 0; }

State set_up(State s) {
    s = at.with(at.with(s, 0, 0), squares - 1, 1);
    s = hp.with(hp.with(s, FULL, 0), FULL, 1);
    s = mana.with(mana.with(s, 1, 0), 1, 1);
    return ground.with(s, Mountain, squares / 2);
}

State die(State s, unsigned g) { return waterwalk.with(at.with(hp.with(s, 0, g), nowhere, g), 0, g); }

State hurt(State s, unsigned g, unsigned n) {
    return hp.of(s, g) <= n ? die(s, g) : hp.with(s, hp.of(s, g) - n, g);
}

State scorch(State s, unsigned g) {
    if (at.of(s, g) == nowhere) return s;
    const unsigned below = ground.of(s, at.of(s, g));
    return below == Desert ? hurt(s, g, 1) : below == Lava ? hurt(s, g, 3) : s;
}

State sink(State s, unsigned g) {
    if (at.of(s, g) == nowhere) return s;
    const unsigned below = ground.of(s, at.of(s, g));
    if (below == Water && waterwalk.of(s, g) == 0) return die(s, g);
    return below == Void ? at.with(s, nowhere, g) : s;
}

State carry_out(State s, unsigned p) {
    const Order& o = orders[order.of(s, p)];
    s = order.with(s, 0, p);
    if (o.kind == Order::Terrain && is_free(s, o.aim)) return ground.with(s, o.what, o.aim);
    if (o.kind == Order::Teleport && is_alive(s, o.what) && is_free(s, o.aim))
        return at.with(s, o.aim, o.what);
    if (o.kind == Order::Walk && is_alive(s, o.what)) return waterwalk.with(s, o.gives ? 1 : 0, o.what);
    return s;
}

template <typename Visit>
void for_each_order(State s, unsigned p, Step then, const Visit& visit) {
    s = step.with(s, then);
    visit(s);
    if (mana.of(s, p) == 0) return;
    s = mana.with(s, 0, p);
    for (unsigned q = 0; q < squares; ++q) {
        if (!is_free(s, q)) continue;
        for (unsigned i = 0; i < makes.size(); ++i)
            if (ground.of(s, q) != makes[i]) visit(order.with(s, 1 + q * makes.size() + i, p));
        for (unsigned g = 0; g < 2; ++g)
            if (is_alive(s, g)) visit(order.with(s, first_teleport + q * 2 + g, p));
    }
    for (unsigned g = 0; g < 2; ++g)
        if (is_alive(s, g)) visit(order.with(s, first_walk + g * 2 + (waterwalk.of(s, g) == 0 ? 1 : 0), p));
}

template <typename Visit>
void for_each_move(State s, const Visit& visit) {
    for (unsigned g = 0; g < 2; ++g) {
        if (at.of(s, g) == nowhere || moved.of(s, g) != 0) continue;
        for (unsigned rest = beside[at.of(s, g)]; rest != 0; rest &= rest - 1) {
            const auto to = static_cast<unsigned>(std::countr_zero(rest));
            if (is_free(s, to) && ground.of(s, to) != Mountain) visit(moved.with(at.with(s, to, g), 1, g));
        }
    }
    visit(step.with(moved.with(moved.with(s, 0, 0), 0, 1), Start));
}

template <typename Visit>
void for_each_successor(State s, const Visit& visit) {
    switch (static_cast<Step>(step.of(s))) {
        case Setup:
            return visit(step.with(set_up(s), Start));
        case Start:
            return visit(step.with(initiative.with(s, 1 - initiative.of(s)), Scorch));
        case Scorch:
            return visit(step.with(scorch(scorch(s, 0), 1), OrderFirst));
        case OrderFirst:
            return for_each_order(s, 0, OrderSecond, visit);
        case OrderSecond:
            return for_each_order(s, 1, CastFirst, visit);
        case CastFirst:
            return visit(step.with(carry_out(s, initiative.of(s)), CastSecond));
        case CastSecond:
            return visit(step.with(carry_out(s, 1 - initiative.of(s)), Sink));
        case Sink:
            return visit(step.with(sink(sink(s, 0), 1), Move));
        case Move:
            return for_each_move(s, visit);
    }
}

// The states that were seen.
class Table {
public:
    void prefetch(State s) const { __builtin_prefetch(&slots_[home(s)]); }

    // Whether it was not there before.
    bool insert(State s) {
        if (count_ >= slots_.size() / 4 * 3) grow();
        if (!place(s)) return false;
        ++count_;
        return true;
    }

    std::size_t count() const { return count_; }

private:
    static constexpr State empty = ~State{0};  // no step has this number

    std::size_t home(State s) const { return ((s ^ (s >> 29)) * 0x9E3779B97F4A7C15U) >> shift_; }

    bool place(State s) {
        for (std::size_t i = home(s);; i = (i + 1) & (slots_.size() - 1)) {
            if (slots_[i] == s) return false;
            if (slots_[i] != empty) continue;
            slots_[i] = s;
            return true;
        }
    }

    void grow() {
        std::vector<State> old(slots_.size() * 2, empty);
        old.swap(slots_);
        --shift_;
        for (const State s : old)
            if (s != empty) place(s);
    }

    unsigned shift_ = 64 - 14;
    std::vector<State> slots_ = std::vector<State>(std::size_t{1} << 14, empty);
    std::size_t count_ = 0;
};

}  // namespace

// A few states at a time, so that memory is asked for what they lead to before it is needed.
int main() {
    constexpr std::size_t at_a_time = 16;
    Table seen;
    std::vector<State> level = {nothing_on_board};
    seen.insert(nothing_on_board);
    std::vector<State> next;
    std::vector<State> found;
    std::size_t transitions = 0;
    for (; !level.empty(); level.swap(next)) {
        next.clear();
        for (std::size_t i = 0; i < level.size(); i += at_a_time) {
            found.clear();
            for (std::size_t j = i; j < level.size() && j < i + at_a_time; ++j) {
                for_each_successor(level[j], [&](State s) {
                    seen.prefetch(s);
                    found.push_back(s);
                });
            }
            transitions += found.size();
            for (const State s : found)
                if (seen.insert(s)) next.push_back(s);
        }
    }
    std::printf("%zu states, %zu transitions\n", seen.count(), transitions);
}
