#include "tests/bench/sets/patterns.h"

namespace errata::tests::sets {

// To add one: a row, and the wordings that it uses in frame.rules.in. A twin differs in a word or two, and what
// it says comes about: else its cards would be told as such that never do anything.
const std::vector<Pattern>& patterns() {
    static const std::vector<Pattern> table = {
        {"one must what the other forbids",
         Shown::Finding,
         {"contradiction.must-cannot"},
         {{"When the bell sounds, sound the {1}."}, {"The {1} cannot sound."}},
         {{"When the bell sounds, try to sound the {1}."}, {"The {1} cannot sound."}}},
        {"a loop of two",
         Shown::Finding,
         {"loop.mandatory", "loop.inevitable"},
         {{"When the bell sounds, sound the {1}.|When the {2} sounds, sound the {1}."},
          {"When the {1} sounds, sound the {2}."}},
         {{"When the bell sounds, sound the {1}.|When the {2} sounds, sound the {1}."},
          {"When the {1} sounds, sound the {2}, once a turn."}}},
        {"a loop of three",
         Shown::Finding,
         {"loop.mandatory", "loop.inevitable"},
         {{"When the gong sounds, sound the {1}.|When the {3} sounds, sound the {1}."},
          {"When the {1} sounds, sound the {2}."},
          {"When the {2} sounds, sound the {3}."}},
         {{"When the gong sounds, sound the {1}.|When the {3} sounds, sound the {1}."},
          {"When the {1} sounds, sound the {2}."},
          {"When the {2} sounds, sound the {3}, once a turn."}}},
        {"a win that is chosen",
         Shown::Finding,
         {"loop.lethal"},
         {{"When your opponent loses life, take 1 {ware}."},
          {"You may pay 1 {ware}: your opponent loses 1 life."}},
         {{"When you lose life, take 1 {ware}."}, {"You may pay 1 {ware}: your opponent loses 1 life."}}},
        {"growth",
         Shown::Finding,
         {"loop.growing", "loop.mandatory", "loop.inevitable"},
         {{"When the gong sounds, sound the {1}.|When the {2} sounds, gain 1 fame and sound the {1}."},
          {"When the {1} sounds, sound the {2}."}},
         {{"When the gong sounds, sound the {1}.|When the {2} sounds, gain 1 fame and sound the {1}."},
          {"When the {1} sounds, sound the {2}, once a turn."}}},
        {"each bans one of two options",
         Shown::Finding,
         {"deadlock", "gap.no-option"},
         {{"Nobody goes {left}."}, {"Nobody goes {right}."}},
         {{"Nobody goes {left}."}, {"Nobody goes {right}."}},  // at a crossroads with a third way
         2},
        {"two that undo each other",
         Shown::Finding,
         {"loop.settle", "loop.mandatory", "loop.inevitable"},
         {{"Whenever the {lamp} lamp is lit, put it out."}, {"Whenever the {lamp} lamp is out, light it."}},
         {{"Whenever the {lamp} lamp is lit, put it out."}, {"When the gong sounds, light the {lamp} lamp."}}},
        {"copies",
         Shown::Finding,
         {"loop.mandatory", "loop.inevitable"},
         {{"When the bell sounds, hail this.|When another {self} is hailed, hail this."}},
         {{"When the bell sounds, hail this.|When another {self} is hailed, greet this."}}},
        {"a card that moves others",
         Shown::Finding,
         {"loop.mandatory", "loop.inevitable"},
         {{"When the gong sounds, each other {suit} card leaves.|"
           "When another {suit} card enters, put it aside."},
          {"When this leaves, it enters again.", 1, true}},
         {{"When the gong sounds, each other {suit} card leaves.|"
           "When another {suit} card enters, put it aside."},
          {"When this leaves, discard a card.", 1, true}}},
        {"dead",
         Shown::NeverActs,
         {},
         {{"When the {1} sounds, draw a card."}},
         {{"When the {1} sounds, draw a card."}, {"When the bell sounds, sound the {1}."}}},
        {"unpayable",
         Shown::NeverPlayed,
         {},
         {{"When this enters, draw a card.", 12}},
         {{"When this enters, draw a card.", 10}}},
    };
    return table;
}

}  // namespace errata::tests::sets
