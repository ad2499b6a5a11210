// Conditions with one signature mean the same in every state.
#include "compiler/terms/equivalence.h"

#include <gtest/gtest.h>

#include "compiler/ir/model.h"
#include "compiler/ir/term_kinds.h"

namespace errata::compiler {
namespace {

class Signatures : public testing::Test {
protected:
    Signatures() {
        for (const char* name : {"a", "b", "c"}) {
            Variable variable;
            variable.name = name;
            variable.type = truth_;
            model_.variables.push_back(variable);
            const VarId var(model_.variables.size() - 1);
            atoms_.push_back(model_.terms.make_leaf(TermKind::Cell, var.index, {}, model_.type(truth_)));
        }
    }

    static Type boolean() {
        Type type;
        type.form = TypeForm::Bool;
        type.name = "bool";
        type.hi = 1;
        return type;
    }

    std::string of(TermId term) const { return signature(model_, term); }
    TermId both(TermId a, TermId b) { return model_.terms.land({a, b}); }
    TermId either(TermId a, TermId b) { return model_.terms.lor({a, b}); }

    Model model_;
    TypeId truth_ = model_.types.add(boolean());
    std::vector<TermId> atoms_;
};

TEST_F(Signatures, TellWhatIsTheSameHoweverItIsGrouped) {
    const auto [a, b, c] = std::tuple(atoms_[0], atoms_[1], atoms_[2]);
    EXPECT_EQ(of(both(a, either(b, c))), of(either(both(a, b), both(a, c))));
    EXPECT_EQ(of(model_.terms.lnot(both(a, b))), of(either(model_.terms.lnot(a), model_.terms.lnot(b))));
    EXPECT_EQ(of(both(a, b)), of(both(b, a)));
}

TEST_F(Signatures, TellApartWhatDiffersInSomeState) {
    const auto [a, b, c] = std::tuple(atoms_[0], atoms_[1], atoms_[2]);
    EXPECT_NE(of(both(a, either(b, c))), of(either(both(a, b), c)));
    EXPECT_NE(of(both(a, b)), of(either(a, b)));
}

TEST_F(Signatures, TakeWhatAlwaysHasAValueInAnyOrder) {
    TermPool& terms = model_.terms;
    const TermId a = atoms_[0];
    const TermId sum = terms.make(TermKind::Add, {atoms_[1], terms.constant(2)});
    const TermId is_more = terms.make(TermKind::Less, {terms.constant(2), sum});
    EXPECT_EQ(of(both(a, is_more)), of(both(is_more, a)));
    // A derived value, of which it is not known how it is computed.
    const TermId derived = terms.make(TermKind::Open, {}, -3);
    EXPECT_EQ(of(both(a, derived)), of(both(derived, a)));
}

TEST_F(Signatures, MindWhatMayHaveNoValue) {
    // An open predicate may be undecided: it matters whether it is asked at all.
    const TermId a = atoms_[0];
    const TermId open = model_.terms.make(TermKind::Open, {}, 0);
    EXPECT_NE(of(both(a, open)), of(both(open, a)));
}

}  // namespace
}  // namespace errata::compiler
