// The one place that fixes how Spirit is used: iterator, skipper, context, spans, recovery, depth. Every rule
// of the grammar is instantiated for exactly this context, each in its own translation unit.
#pragma once

#include <boost/spirit/home/x3.hpp>
#include <functional>
#include <type_traits>
#include <utility>

#include "dsl/ast/ast.h"
#include "dsl/grammar/state.h"

namespace errata::dsl::grammar {

namespace x3 = boost::spirit::x3;

struct state_tag;
using Skipper = x3::ascii::space_type;  // comments are blanks by now
using Context = x3::context<state_tag, State, x3::phrase_parse_context<Skipper>::type>;

template <class AnyContext>
State& state_of(const AnyContext& context) {
    return x3::get<state_tag>(context);
}

// What takes the place of a construct that could not be read.
template <class Node>
void become_error(Node& node, Span span) {
    node = Node();
    node.span = span;
}
inline void become_error(std::vector<ast::Binder>& binders, Span) { binders.clear(); }

// recovering[p]: p, or after a failed expectation inside it one message and an error node. Unlike a rule's
// on_error this knows where p began, which is needed to tell its lines from the following ones.
template <class Subject>
struct Recovering : x3::unary_parser<Subject, Recovering<Subject>> {
    using Base = x3::unary_parser<Subject, Recovering<Subject>>;
    static bool const is_pass_through_unary = true;
    static bool const handles_container = Subject::handles_container;
    using Base::Base;

    template <class AnyContext, class RuleContext, class Attribute>
    bool parse(It& first, const It& last, const AnyContext& context, RuleContext& rule,
               Attribute& attribute) const {
        x3::skip_over(first, last, context);
        const It start = first;
        State& state = state_of(context);
        state.links = 0;
        const State::Construct construct(state, start);
        try {
            return this->subject.parse(first, last, context, rule, attribute);
        } catch (const x3::expectation_failure<It>& failure) {
            const It next = state.resume(start, failure.where());
            if (next == start) throw;  // nothing can be skipped here: the surrounding construct decides
            state.fail(start, failure.where(), failure.which());
            if constexpr (!std::is_same_v<std::remove_const_t<Attribute>, x3::unused_type>) {
                become_error(attribute, state.span(start, next));
            }
            first = next;
            return true;
        }
    }
};

// nested[p]: p, one level deeper. Far too deep is a failure, not the end of the stack.
template <class Subject>
struct Nested : x3::unary_parser<Subject, Nested<Subject>> {
    using Base = x3::unary_parser<Subject, Nested<Subject>>;
    static bool const is_pass_through_unary = true;
    static bool const handles_container = Subject::handles_container;
    static constexpr int deepest = 500;  // more than brackets alone can reach (see layout.cpp)
    using Base::Base;

    template <class AnyContext, class RuleContext, class Attribute>
    bool parse(It& first, const It& last, const AnyContext& context, RuleContext& rule,
               Attribute& attribute) const {
        struct Level {
            explicit Level(int& counter) : depth(counter) { ++depth; }
            ~Level() { --depth; }
            int& depth;
        };
        State& state = state_of(context);
        const Level level(state.depth);
        if (state.depth > deepest) {
            state.report_too_deep(first);
            throw x3::expectation_failure<It>(first, "");
        }
        return this->subject.parse(first, last, context, rule, attribute);
    }
};

// spanned[p]: p, whose extent becomes the span of the rule's node. (A rule's on_success cannot do that: it
// does not see the node of a rule with semantic actions.)
template <class Subject>
struct Spanned : x3::unary_parser<Subject, Spanned<Subject>> {
    using Base = x3::unary_parser<Subject, Spanned<Subject>>;
    static bool const is_pass_through_unary = true;
    static bool const handles_container = Subject::handles_container;
    using Base::Base;

    template <class AnyContext, class Node, class Attribute>
    bool parse(It& first, const It& last, const AnyContext& context, Node& node, Attribute& attribute) const {
        const It start = first;
        if (!this->subject.parse(first, last, context, node, attribute)) return false;
        node.span = state_of(context).span(start, first);
        return true;
    }
};

template <template <class> class Directive>
struct DirectiveMaker {
    template <class Subject>
    constexpr auto operator[](const Subject& subject) const {
        return Directive<typename x3::extension::as_parser<Subject>::value_type>(x3::as_parser(subject));
    }
};
constexpr DirectiveMaker<Recovering> recovering;
constexpr DirectiveMaker<Nested> nested;
constexpr DirectiveMaker<Spanned> spanned;

// A field of a field: within(&Node::part, &Part::field) stands where &Node::field does.
template <class Outer, class Inner>
constexpr auto within(Outer outer, Inner inner) {
    return [ outer, inner ](auto& node) -> auto& { return std::invoke(inner, std::invoke(outer, node)); };
}
// Semantic actions: into(&Node::field) stores what was parsed in that field of the rule's node, onto(...)
// appends it.
template <class Field>
constexpr auto into(Field field) {
    return [field](auto& context) { std::invoke(field, x3::_val(context)) = std::move(x3::_attr(context)); };
}
template <class Field>
constexpr auto onto(Field field) {
    return [field](auto& context) {
        std::invoke(field, x3::_val(context)).push_back(std::move(x3::_attr(context)));
    };
}
// becomes(kind): the rule's node is of this kind.
template <class Kind>
constexpr auto becomes(Kind kind) {
    return [kind](auto& context) { x3::_val(context).kind = kind; };
}
// sets(&Node::field, value): where this is written the field of the rule's node is `value`.
template <class Field, class Value>
constexpr auto sets(Field field, Value value) {
    return [field, value](auto& context) { std::invoke(field, x3::_val(context)) = value; };
}
constexpr auto whole = [](auto& context) { x3::_val(context) = std::move(x3::_attr(context)); };
constexpr auto append = [](auto& context) { x3::_val(context).push_back(std::move(x3::_attr(context))); };
constexpr auto append_all = [](auto& context) {
    for (auto& element : x3::_attr(context)) x3::_val(context).push_back(std::move(element));
};

}  // namespace errata::dsl::grammar

// A failed expectation of a parser with an action is named after the parser.
namespace boost::spirit::x3 {
template <class Subject, class Action>
struct get_info<action<Subject, Action>> {
    std::string operator()(const action<Subject, Action>& parser) const { return what(parser.subject); }
};
template <class Left, class Right>
struct get_info<sequence<Left, Right>> {
    std::string operator()(const sequence<Left, Right>& parser) const { return what(parser.left); }
};
template <class Subject>
struct get_info<plus<Subject>> {
    std::string operator()(const plus<Subject>& parser) const { return what(parser.subject); }
};
template <class Left, class Right>
struct get_info<list<Left, Right>> {
    std::string operator()(const list<Left, Right>& parser) const { return what(parser.left); }
};
// Of alternatives the last one is written to name them all.
template <class Left, class Right>
struct get_info<alternative<Left, Right>> {
    std::string operator()(const alternative<Left, Right>& parser) const { return what(parser.right); }
};
template <class Subject>
struct get_info<errata::dsl::grammar::Recovering<Subject>> {
    std::string operator()(const errata::dsl::grammar::Recovering<Subject>& parser) const {
        return what(parser.subject);
    }
};
template <class Subject>
struct get_info<errata::dsl::grammar::Spanned<Subject>> {
    std::string operator()(const errata::dsl::grammar::Spanned<Subject>& parser) const {
        return what(parser.subject);
    }
};
template <class Subject>
struct get_info<errata::dsl::grammar::Nested<Subject>> {
    std::string operator()(const errata::dsl::grammar::Nested<Subject>& parser) const {
        return what(parser.subject);
    }
};
}  // namespace boost::spirit::x3
