// Carries out the topmost item of the agenda up to its next stop: docs/reference, "Statements" and "Actions".
#pragma once

#include "tests/oracle/decisions.h"
#include "tests/oracle/moment.h"
#include "tests/oracle/success.h"

namespace errata::oracle {

// Rules that the oracle can be told to get wrong, to show that the comparison notices.
enum class Mistake {
    None,
    NewestWaitsLonger,
    ChecksWait,
    EachFromBehind,
    UnlessIsIf,
    ObjectsInOneGo,
    QueuesBelowSettle,
    PoolsInOrder,
    PartsInOrder,
};

struct Play {
    const Vocabulary* vocabulary = nullptr;
    Mistake mistake = Mistake::None;
    // At the end of the `for each` that is this deep on so high an agenda, play halts: to compare orders.
    std::size_t halt_tasks = 0;
    std::size_t halt_frames = 0;
};

// The state checks and endings whose conditions hold.
std::vector<int> enabled_checks(const Vocabulary& vocabulary, const State& state);
// None holds, and nothing is pending.
bool at_rest(const Vocabulary& vocabulary, const State& state);

// Does a choice or `settle` stand in this block itself? Can play stop anywhere in it?
bool stops_directly(const std::vector<ast::Stmt>& block);
bool may_stop(const Vocabulary& vocabulary, const std::vector<ast::Stmt>& block);

class Effects {
public:
    Effects(const Play& play, State& state, Decisions& decisions, std::vector<std::string>& incidents)
        : vocabulary_(play.vocabulary),
          play_(&play),
          state_(&state),
          decisions_(&decisions),
          incidents_(&incidents) {}

    // Until the next stop.
    void run();
    // The choice at which the topmost item has stopped is made: this block is what follows from it.
    void choose(const std::vector<ast::Stmt>& block, const Names& names);
    void find_no_option(const std::vector<ast::Stmt>& otherwise, const Names& names);
    // Likewise in secret: this option, or none.
    void decide(int option, const Names& names);
    // An amount is divided so.
    void share(const Split& split);
    // It has stopped where nobody decides who comes next in a `for each`: this one.
    void go_on_with(std::size_t candidate);
    std::size_t ready() const { return candidates(state_->agenda.back().frames.back()).size(); }
    // What is used up in a turn or phase is there again.
    void renew(ast::LimitPer per, const std::string& phase);
    // Behind a moment: what abilities add to its events happens, then what listens to them is caught.
    void after(const Moment& moment, Moment::Together together);

private:
    Task& task() { return state_->agenda.back(); }
    Evaluator ask() const { return {*vocabulary_, *state_}; }
    bool step();  // false at a stop
    bool has_stopped(const std::vector<ast::Stmt>& round) const;
    bool statement(const ast::Stmt& statement, Names& names);
    bool simple(const ast::Stmt& statement, Names& names);
    void push_block(const std::vector<ast::Stmt>& block, const Names& names);
    void push_each(const ast::Stmt& statement, const Names& names);
    bool goes_anyhow(const Frame& each) const;
    bool has_its_turn(const Frame& each, const Names& bound) const;
    Names bound_in(const Frame& each, std::size_t turn) const;
    void pass_over(Frame& each);
    std::vector<std::size_t> candidates(const Frame& each) const;
    void pass_some_over(Frame& each);
    bool next_of_each(Frame& frame);
    void turn_of(Frame& frame, std::size_t which);
    void perform(const ast::Stmt& statement, const Names& names);
    void push_parts(const Frame& frame);
    void carry_part(const Frame& frame);
    void caught(const ast::Item& action, const Names& roles, const State& when);
    void catch_limited(const std::vector<Event>& events);
    void catch_one(std::size_t ability, const Names& bound, const Evaluator& then);
    void catch_phase(const std::string& phase, bool ends);
    bool begin_phase(const ast::Stmt& statement, const Names& names);
    void make(const ast::Stmt& statement, const Names& names);
    void destroy(const Value& object);
    bool settle_if_restless();
    bool before_distribution(Frame& frame);
    void push_do(const ast::Stmt& statement, const Names& names);
    void follow_do(const Frame& done);
    void count(const std::vector<ast::Stmt>& block, const Names& names);
    void count_failure();
    bool as_far_as_possible() const;
    void reveal(const Frame& secret);
    void item_done();
    bool stop(Stop where);

    const Vocabulary* vocabulary_;
    const Play* play_;
    State* state_;
    Decisions* decisions_;
    std::vector<std::string>* incidents_;
};

}  // namespace errata::oracle
