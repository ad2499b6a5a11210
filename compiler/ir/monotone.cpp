#include "compiler/ir/monotone.h"

#include <map>

#include "compiler/ir/definitions.h"

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
    Course all(const Term& term) {
        Course result = Course::Still;
        for (const TermId child : term.children) result = together(result, of(child));
        return result;
    }
    static Course anyhow_unless_still(Course course) {
        return course == Course::Still ? Course::Still : Course::Anyhow;
    }

    Course compute(const Term& term) {
        switch (term.kind) {
            case TermKind::And:
            case TermKind::Or:
            case TermKind::Add:
            case TermKind::Minimum:
            case TermKind::Maximum:
            case TermKind::Exists:
            case TermKind::Forall:
            case TermKind::Count:
                return all(term);
            case TermKind::Not:
                return opposite(of(term.children[0]));
            case TermKind::Implies:
            case TermKind::Less:
            case TermKind::LessEqual:
                return together(opposite(of(term.children[0])), of(term.children[1]));
            case TermKind::Subtract:
                return together(of(term.children[0]), opposite(of(term.children[1])));
            case TermKind::Sum:
                return of_sum(term);
            case TermKind::Ite:
                if (of(term.children[0]) != Course::Still) return Course::Anyhow;
                return together(of(term.children[1]), of(term.children[2]));
            case TermKind::Reach:
                return of_reach(term);
            case TermKind::Unknown:
                return of_unknown(term);
            case TermKind::Open:
                return of_open(term);
            case TermKind::Const:
            case TermKind::Register:
            case TermKind::Bound:
            case TermKind::Cell:
            case TermKind::Table:
            case TermKind::Solutions:
            case TermKind::Enabled:
            case TermKind::Equal:
            case TermKind::Multiply:
            case TermKind::First:
            case TermKind::SetHas:
            case TermKind::SetInsert:
            case TermKind::SetErase:
            case TermKind::SetUnion:
            case TermKind::SetMinus:
            case TermKind::SetSize:
                return anyhow_unless_still(all(term));
        }
        return Course::Anyhow;
    }

    Course of_sum(const Term& term) {
        const Term& value = model_.terms[term.children[1]];
        if (of(term.children[1]) != Course::Still || !value.bounded || value.lo < 0)
            return anyhow_unless_still(all(term));
        return of(term.children[0]);
    }

    Course of_reach(const Term& term) {
        if (of(term.children[0]) != Course::Still || of(term.children[1]) != Course::Still)
            return Course::Anyhow;
        return of(term.children[2]);
    }

    Course of_unknown(const Term& term) {
        const UnknownId id(static_cast<std::size_t>(term.payload));
        if (all(term) != Course::Still) return Course::Anyhow;
        return system_of(model_, id) == system_ ? Course::Up : Course::Still;
    }

    Course of_open(const Term& term) {
        Course result = all(term);
        for_each_definition(model_.open_functions[static_cast<std::size_t>(term.payload)],
                            [&](TermId behind) { result = together(result, of(behind)); });
        return anyhow_unless_still(result);
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
