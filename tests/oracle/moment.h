// What happens at the same moment: `simultaneously` and state checks. Everything reads the state from
// before; relative changes add up; two values for one thing are a contradiction. What abilities add to its
// events is a moment of its own, behind it.
#pragma once

#include "tests/oracle/decisions.h"
#include "tests/oracle/expressions.h"

namespace errata::oracle {

struct Event {
    const ast::Item* action = nullptr;
    Names roles;
};

void store(const Vocabulary& vocabulary, State& state, std::size_t cell, const Value& value);

class Moment {
public:
    Moment(const Vocabulary& vocabulary, const State& before, Decisions& decisions,
           std::vector<std::string>& incidents, bool as_far_as_possible = false)
        : vocabulary_(&vocabulary),
          before_(&before),
          ask_(vocabulary, *before_),
          decisions_(&decisions),
          incidents_(&incidents),
          as_far_as_possible_(as_far_as_possible) {}

    void carry_out(const std::vector<ast::Stmt>& block, Names names);
    // Two endings that are due together are a contradiction, too.
    void finish(const std::string& ending);
    // What is set and added to: which counts last is stated, or nobody says, of all at once or of each field.
    enum class Together { All, OfField };
    void order_changes(Together together);
    // One that follows: what was said of all of it at once goes for that one, too.
    Moment next(const State& before) const {
        Moment result(*vocabulary_, before, *decisions_, *incidents_);
        result.added_is_lost_ = added_is_lost_;
        return result;
    }
    // What another one does, at the same moment.
    void join(const Moment& part);
    // Writes everything down.
    void commit(State& state);
    // What abilities add to these events.
    void add_parts(const std::vector<Event>& events);
    const std::vector<Event>& events() const { return events_; }

private:
    struct Write {
        std::vector<Value> values;
        std::int64_t sum = 0;
        std::int64_t added = 0;
        std::int64_t removed = 0;
    };

    void contradict() { incidents_->push_back("contradiction.set-set"); }
    void one(const ast::Stmt& statement, Names& names);
    void change(const ast::Stmt& statement, const Names& names);
    void set(Write& write, const Value& value);
    void move_members(Write& write, std::int64_t bits, bool adds);
    void perform(const ast::Stmt& statement, const Names& names);
    void do_then(const ast::Stmt& statement, const Names& names);

    const Vocabulary* vocabulary_;
    const State* before_;
    Evaluator ask_;
    Decisions* decisions_;
    std::vector<std::string>* incidents_;
    bool as_far_as_possible_;
    std::map<std::size_t, Write> writes_;
    std::vector<std::string> endings_;
    std::vector<Event> events_;
    std::optional<bool> added_is_lost_;  // where nobody says what comes first of all that is set and added to
};

}  // namespace errata::oracle
