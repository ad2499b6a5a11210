#include "compiler/ir/monotone.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"

namespace errata::compiler {

namespace {

// Which way a term's value goes while the unknowns of a system go up: not at all, not down, not up, or
// anyhow.
enum class Course { Still, Up, Down, Anyhow };

Course opposite(Course course) {
    if (course == Course::Up) return Course::Down;
    return course == Course::Down ? Course::Up : course;
}

Course together(Course a, Course b) {
    if (a == Course::Still || a == b) return b;
    return b == Course::Still ? a : Course::Anyhow;
}

class Courses {
public:
    Courses(const Model& model, EquationsId system) : model_(model), system_(system) {}

    Course of(TermId id) {
        const auto known = known_.find(id);
        if (known != known_.end()) return known->second;
        const Course course = compute(model_.terms[id]);
        known_.emplace(id, course);
        return course;
    }

private:
    // `signs`: as in term_kinds.def.
    Course follow(const Term& term, std::string_view signs) {
        Course result = Course::Still;
        for (std::size_t i = 0; i < term.children.size(); ++i) {
            const char sign = signs[std::min(i, signs.size() - 1)];
            Course course = of(term.children[i]);
            if (sign == '-') course = opposite(course);
            if (sign == '?' && course != Course::Still) course = Course::Anyhow;
            result = together(result, course);
        }
        return result;
    }

    Course compute(const Term& term) {
        if (term.kind == TermKind::Unknown) return unknown(term);
        if (term.kind == TermKind::Open) return open(term);
        if (term.kind == TermKind::Sum) {
            const Term& value = model_.terms[term.children[1]];
            if (!value.bounded || value.lo < 0) return follow(term, "?");
        }
        return follow(term, info(term.kind).course);
    }

    Course unknown(const Term& term) {
        if (follow(term, "?") != Course::Still) return Course::Anyhow;
        const UnknownId id(static_cast<std::size_t>(term.payload));
        return system_of(model_, id) == system_ ? Course::Up : Course::Still;
    }

    Course open(const Term& term) {
        Course result = follow(term, "?");
        for_each_definition(model_.functions.open[static_cast<std::size_t>(term.payload)],
                            [&](TermId behind) { result = together(result, of(behind)); });
        return result == Course::Still ? Course::Still : Course::Anyhow;
    }

    const Model& model_;
    EquationsId system_;
    std::map<TermId, Course> known_;
};

}  // namespace

bool never_falls(const Model& model, EquationsId system, TermId term) {
    const Course course = Courses(model, system).of(term);
    return course == Course::Still || course == Course::Up;
}

}  // namespace errata::compiler
