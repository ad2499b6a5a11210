// What the encoder made of a model, changed.
#include "tests/differential/mistakes.h"

namespace errata::tests {

using namespace compiler;

namespace {

// There was one before and is none any more.
Formula is_gone(FormulaPool& pool, Formula before, Formula after) {
    return pool.land(pool.lnot(pool.equal(before, 0)), pool.equal(after, 0));
}

void keep_placed_instance(Encoder& encoder, const std::vector<Formula>& cells, Step& step) {
    const Formula places = encoder.places(cells);
    const Layout& layout = encoder.model().layout;
    for (std::size_t c = layout.slot(0); c < layout.slot(layout.pending); ++c)
        step.next[c] = encoder.pool().ite(places, cells[c], step.next[c]);
}

void lose_waiting_frames(Encoder& encoder, const std::vector<Formula>& cells, Step& step) {
    FormulaPool& pool = encoder.pool();
    const Layout& layout = encoder.model().layout;
    std::vector<Formula> gone;
    for (std::size_t i = 0; i < layout.frames; ++i)
        gone.push_back(is_gone(pool, cells[layout.frame(i)], step.next[layout.frame(i)]));
    const Formula returns = pool.lor(std::move(gone));
    for (std::size_t c = layout.frame(0); c < layout.frame(layout.frames); ++c)
        step.next[c] = pool.ite(returns, pool.constant(0), step.next[c]);
}

void call_below(Encoder& encoder, const std::vector<Formula>& cells, Step& step) {
    FormulaPool& pool = encoder.pool();
    const Layout& layout = encoder.model().layout;
    if (layout.frames < 2) return;
    std::vector<Formula> come;
    for (std::size_t i = 0; i < layout.frames; ++i)
        come.push_back(is_gone(pool, step.next[layout.frame(i)], cells[layout.frame(i)]));
    const Formula calls = pool.land(pool.lor(std::move(come)), pool.lnot(encoder.places(cells)));
    for (std::size_t c = 0; c <= layout.registers; ++c) {
        const Formula top = step.next[layout.frame(0) + c];
        const Formula below = step.next[layout.frame(1) + c];
        step.next[layout.frame(0) + c] = pool.ite(calls, below, top);
        step.next[layout.frame(1) + c] = pool.ite(calls, top, below);
    }
}

void cut_nothing(Encoder& encoder, const std::vector<Formula>&, Step& step) {
    step.cut = encoder.pool().truth(false);
}

void say_nothing_of_looks(Encoder&, const std::vector<Formula>&, Step& step) { step.considered.clear(); }

}  // namespace

const std::vector<StepMistake>& step_mistakes() {
    static const std::vector<StepMistake> all = {
        {"KeptInstance", "a placed trigger stays in the bag", keep_placed_instance},
        {"LostReturn", "Return leaves the frames below where they are", lose_waiting_frames},
        {"CalledBelow", "a called item is put below the frame that called it", call_below},
        {"NothingCut", "there are never too many instances in any order, nor too much of anything",
         cut_nothing},
        {"QuietLooks", "what a look at an option that is not there meets goes unsaid", say_nothing_of_looks},
    };
    return all;
}

}  // namespace errata::tests
