#include "tests/support/crate_game.h"

#include <algorithm>

#include "compiler/ir/term_kinds.h"

namespace errata::tests {

using namespace errata::compiler;

namespace {

constexpr Value crate_count = 3;

// Rules that treat all crates alike: they speak of crates only through binders, fields and registers.
class Rules {
public:
    Rules(std::uint32_t seed, bool score, CrateGame& game) : random_(seed), score_(score), game_(game) {
        types();
        variables();
        m_.frames = 2;
        m_.registers = 1;
        m_.pending = 2;
        m_.pending_arguments = 1;
        for (const char* name : {"p0", "p1", "p2"}) points_.push_back(m_.point(name));
        for (int i = 0; i < 2; ++i) {
            const PointId entry = m_.point("t" + std::to_string(i));
            m_.at(entry).control = false;
            m_.live(entry, 0, game_.crate);
            triggers_.push_back(m_.trigger("t" + std::to_string(i), entry, {game_.crate}));
        }
        incident_ = m_.incident("gap.undefined");
        ending_ = m_.ending("done");
        for (const TriggerId trigger : triggers_) {
            m_.in(m_.clause("resolution " + std::to_string(trigger.index)));
            m_.option(m_.model().rules.triggers[trigger.index].entry, "resolves", m_.c(1),
                      m_.label("resolves", m_.sequence({write(), m_.leave()})));
        }
        for (const PointId point : points_) at(point);
        claim(ClaimKind::Always, m_.negation(every()));
        claim(ClaimKind::Possible, every());
        claim(ClaimKind::Eventually, every());
        m_.setup("start");
        game_.model = m_.build();
    }

private:
    void types() {
        m_.model().player_type = m_.enumeration("player", {"Ann", "Bob"});
        game_.crate = m_.enumeration("crate", {"c1", "c2", "c3"});
        m_.model().types[game_.crate.index].interchangeable = true;
        Type optional = m_.model().type(game_.crate);
        optional.optional = true;
        optional.interchangeable = false;
        optional.lo = none_value;
        optional.base = game_.crate;
        m_.model().types.push_back(optional);
        game_.maybe_crate = TypeId(m_.model().types.size() - 1);
        game_.crates = m_.set_of(game_.crate);
    }

    void variables() {
        small_ = m_.range(0, 1);
        colour_ = m_.variable("colour", small_, 0, {game_.crate});
        on_ = m_.variable("on", game_.maybe_crate, none_value, {game_.crate});
        near_ = m_.variable("near", m_.boolean(), 0, {game_.crate, game_.crate});
        focus_ = m_.variable("focus", game_.maybe_crate, none_value);
        marked_ = m_.variable("marked", game_.crates);
        count_ = m_.variable("score", m_.counter());
    }

    std::uint32_t pick(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
    TermId chosen() { return m_.reg(0, game_.crate); }

    void at(PointId point) {
        const std::uint32_t owner = pick(4);
        if (owner < 2) {
            m_.at(point).owner = OwnerKind::Player;
            m_.at(point).player = m_.c(owner);
        }
        if (owner == 2) m_.at(point).owner = OwnerKind::Chance;
        for (std::uint32_t i = 0; i < 1 + pick(2); ++i) {
            m_.in(m_.clause("option " + std::to_string(point.index) + std::to_string(i)));
            std::vector<CodeId> steps{write()};
            if (pick(3) == 0) steps.push_back(m_.pend(triggers_[pick(2)], {chosen()}));
            if (score_ && pick(2) == 0) steps.push_back(m_.increase(count_, m_.c(1)));
            const CodeId leaf = pick(8) == 0 ? m_.finish(ending_) : m_.stop(points_[pick(3)]);
            steps.push_back(pick(8) == 0 ? m_.fork(incident_, {leaf, m_.stop(points_[pick(3)])}) : leaf);
            m_.option(point, "takes {b0}", condition(), m_.label("takes", m_.sequence(steps)), {game_.crate});
        }
    }

    TermId condition() {
        switch (pick(5)) {
            case 0:
                return m_.equal(m_.cell(colour_, {chosen()}), m_.c(pick(2)));
            case 1:
                return m_.negation(m_.equal(m_.cell(focus_), chosen()));
            case 2:
                return m_.make(TermKind::SetHas, {m_.cell(marked_), chosen()});
            default:
                return m_.c(1);
        }
    }

    CodeId write() {
        const TermId crate = chosen();
        switch (pick(6)) {
            case 0:
            case 1:
                return m_.set(colour_, m_.make(TermKind::Subtract, {m_.c(1), m_.cell(colour_, {crate})}),
                              {crate});
            case 2:
                return m_.set(focus_, crate);
            case 3:
                return m_.set(marked_, m_.make(pick(2) == 0 ? TermKind::SetInsert : TermKind::SetErase,
                                               {m_.cell(marked_), crate}));
            case 4:
                return m_.set(on_, m_.cell(focus_), {crate});
            default:
                return m_.when(m_.less(m_.c(-1), m_.cell(focus_)),
                               m_.set(near_, m_.c(pick(2)), {crate, m_.cell(focus_)}));
        }
    }

    TermId every() {
        const TermId each = m_.bound(0, game_.crate);
        const TermId of = pick(2) == 0 ? m_.equal(m_.cell(colour_, {each}), m_.c(1))
                                       : m_.make(TermKind::SetHas, {m_.cell(marked_), each});
        return m_.quantifier(pick(2) == 0 ? TermKind::Forall : TermKind::Exists, 0, game_.crate, {of});
    }

    void claim(ClaimKind kind, TermId condition) {
        Claim claim;
        claim.kind = kind;
        claim.name = "claim " + std::to_string(m_.model().asked.claims.size());
        claim.condition = condition;
        m_.model().asked.claims.push_back(claim);
    }

    std::mt19937 random_;
    bool score_;
    CrateGame& game_;
    ModelBuilder m_;
    TypeId small_;
    VarId colour_, on_, near_, focus_, marked_, count_;
    std::vector<PointId> points_;
    std::vector<TriggerId> triggers_;
    IncidentId incident_;
    EndingId ending_;
};

}  // namespace

CrateGame::CrateGame(std::uint32_t seed, bool score) { Rules(seed, score, *this); }

State random_crates(const CrateGame& game, std::mt19937& random) {
    const Model& model = game.model;
    const auto any = [&](TypeId id) {
        const Type& type = model.type(id);
        if (!type.is_finite()) return static_cast<Value>(random() % 5);
        return type.lo + static_cast<Value>(random() % static_cast<std::uint32_t>(type.size()));
    };
    State state(model.layout.cells);
    for (const Variable& variable : model.variables) {
        for (std::size_t i = 0; i < variable.cells; ++i) state[variable.base + i] = any(variable.type);
    }
    std::size_t control = 0;
    if (random() % 2 == 0) {  // an item above the turn
        const Trigger& trigger = model.rules.triggers[random() % model.rules.triggers.size()];
        state[model.layout.frame(0)] = Value{trigger.entry.index} + 1;
        state[model.layout.frame(0) + 1] = any(game.crate);
        control = 1;
    }
    state[model.layout.frame(control)] = Value{model.flow.start.index} + 1;
    const std::size_t pending = random() % (model.layout.pending + 1);
    for (std::size_t i = 0; i < pending; ++i) {
        state[model.layout.slot(i)] = 1 + static_cast<Value>(random() % model.rules.triggers.size());
        state[model.layout.slot(i) + 1] = any(game.crate);
    }
    return canonical(model, std::move(state));
}

std::vector<std::uint32_t> random_names(std::mt19937& random) {
    std::vector<std::uint32_t> names;
    for (std::uint32_t i = 0; i < crate_count; ++i) names.push_back(i);
    std::ranges::shuffle(names, random);
    return names;
}

}  // namespace errata::tests
