// Everything a game remembers: cells, which objects are there, what is pending, what is on the agenda. What
// is still to be done of an effect is a stack of frames: places in the syntax tree, with the names that the
// rest of it speaks of.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/vocabulary.h"

namespace errata::oracle {

enum class FrameKind : std::uint8_t {
    Block,     // statements from `index` on
    Loop,      // repeat: index 1 when a round is over
    Each,      // for each: `rest` has yet to have its turn; index 1: the stop behind an object is due
    PhaseEnd,  // the settling behind a phase
    Part,      // `as`: a part of an action, if its condition holds
    Parts,     // behind the block of an action: its parts
    Catch,     // then what listens to it
    Do,        // behind what is done: what follows
    Secret,    // `secretly`: `index` of the choices are made, `decided` says how
};

struct Frame {
    FrameKind kind = FrameKind::Block;
    const std::vector<ast::Stmt>* block = nullptr;
    const ast::Stmt* statement = nullptr;  // Loop, Each, PhaseEnd
    const ast::Item* action = nullptr;     // Parts, Catch
    int ability = -1;                      // Part
    std::size_t index = 0;
    std::vector<std::vector<Value>> rest;
    Names names;
    const ast::Option* part = nullptr;  // Each, of a distribution: those who get some, and how much
    bool possible = true;               // Do: so far
    bool acts = false;
    std::vector<std::pair<int, Names>> decided;  // which option; -1: there was none
    bool in_secret = false;                      // Block: what was decided so
};

// Where an item of the agenda has stopped. Object: behind an object of a `for each`. Next: where nobody
// decides which object comes next. LoopEnd: where two orders of a `for each` are compared, see orders.cpp.
enum class Stop : std::uint8_t { Fresh, Choice, Settle, Head, Object, Next, LoopEnd };

// Nothing comes between the objects of a `for each`.
inline bool between_objects(Stop stop) {
    return stop == Stop::Object || stop == Stop::Next || stop == Stop::LoopEnd;
}

struct Task {
    int ability = -1;  // -1: the turn
    Stop stop = Stop::Fresh;
    std::vector<Frame> frames;
};

struct Waiting {
    int ability = 0;
    Names names;

    auto operator<=>(const Waiting&) const = default;
};

struct State {
    std::vector<Value> cells;
    std::vector<std::vector<bool>> there;  // per type and element
    std::vector<Waiting> pending;          // in order
    std::vector<Task> agenda;              // the turn first, the topmost last
    std::vector<int> uses;                 // of each ability that has a limit
    bool over = false;
    std::string ending;
};

State initial_state(const Vocabulary& vocabulary);
Task fresh_turn(const Vocabulary& vocabulary);
void wait(State& state, Waiting instance);
// Every reference to the object becomes `none`, and it has no turn in any `for each`.
void forget(const Vocabulary& vocabulary, State& state, const Value& object);
// Equal keys, equal states.
std::string key(const State& state);
// Variables and ending alone.
std::string seen(const State& state);
// For a person.
std::string describe(const Vocabulary& vocabulary, const State& state);
std::string describe(const Vocabulary& vocabulary, const Value& value);

}  // namespace errata::oracle
