// What the grammar carries while it reads one item: the source, how deep it is, and where failures go.
// A failed expectation becomes one message here, in words of the language, and a place to go on reading. No
// Spirit here, so that wording and resynchronisation can be read without it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dsl/diag/sink.h"
#include "dsl/grammar/item_text.h"
#include "dsl/grammar/wanted.h"

namespace errata::dsl::grammar {

class State {
public:
    // `text` is a whole file with comments blanked out; begin and end delimit the item in it.
    State(std::string_view text, std::uint32_t file, std::uint32_t begin, std::uint32_t end, Sink& sink)
        : text_(text, file, begin, end), sink_(sink) {}

    It begin() const { return text_.begin(); }
    It end() const { return text_.end(); }

    // A span without the blanks at its ends.
    Span span(It first, It last) const { return text_.span(first, last); }

    // Reports that `expected` was not found at `where`; `start` is where the broken construct began. An empty
    // `expected` means that the message was already given.
    void fail(It start, It where, const std::string& expected) const;
    void report_too_deep(It where) const;

    // Where reading goes on after a failure at `where`: the next line outside all brackets opened since
    // `start`, the next `;`, or the brace that closes the surrounding block.
    It resume(It start, It where) const;

    // A statement, field or other part that recovers on its own, while it is read.
    class Construct {
    public:
        Construct(State& state, It start) : state_(state), outer_(state.construct_indent_) {
            state.construct_indent_ = state.text_.indent(start);
        }
        ~Construct() { state_.construct_indent_ = outer_; }
        Construct(const Construct&) = delete;
        Construct& operator=(const Construct&) = delete;

    private:
        State& state_;
        std::size_t outer_;
    };

    // Whether what begins at `at` can belong to the construct being read: on a line of its own it is indented
    // deeper than the construct. So `x :=` does not take the next line for its value.
    bool continues(It at) const {
        return !text_.is_first_on_line(at) || text_.indent(at) > construct_indent_;
    }

    // Notes what the grammar tries at this place. `wanted` must outlive the state.
    void watch(It at, Wanted& wanted) {
        watched_ = at;
        wanted_ = &wanted;
    }
    // A terminal is tried at `at`. Of those that are known by what messages call them, `label` is that.
    void tries(It at, const char* text, const char* label) const {
        if (at == watched_) note(text, label);
    }

    int depth = 0;  // nested expressions and blocks
    // operators and field accesses of the current statement: its trees are at most so much deeper
    int links = 0;

private:
    void note(const char* text, const char* label) const;
    bool fail_at_foreign_word(It start, It at) const;
    bool fail_at_indented_item(It at, const std::string& expected) const;

    ItemText text_;
    Sink& sink_;
    std::size_t construct_indent_ = 0;
    It watched_ = nullptr;  // null: nobody watches
    Wanted* wanted_ = nullptr;
};

}  // namespace errata::dsl::grammar
