// What the encodings of AnyOrder and Rounds share: the instances, asking them in a round, and what it costs
// that several could be next.
#pragma once

#include <span>

#include "compiler/smt/encode_code.h"

namespace errata::compiler {

// One of them, in the round under way.
struct EncodedInstance {
    const Code* code = nullptr;  // an If or a ForEach
    Value value = 0;             // of the ForEach's binder
    Formula taken;               // in a round before
    Formula ready;               // not taken, and its condition holds
    Formula may_be_over;         // its condition did not hold in some round
};

struct OrdersSoFar {
    Formula decided;  // there was a round with several ways
    Formula cost;     // of such rounds after the first
};

std::vector<EncodedInstance> encoded_instances(CodeEncoding& e, std::span<const CodeId> children);
// The binder of a ForEach; of an If there is none.
void bind_instance(CodeEncoding& e, const Code& part, Formula value, Path& path);
void ask_instances(CodeEncoding& e, std::vector<EncodedInstance>& instances, Path& path);
// Of these ways one is gone: several are the node's incident, and too many orders are cut.
void meet_ways(CodeEncoding& e, const Code& code, const std::vector<Formula>& ways, OrdersSoFar& so_far,
               Path& path);
// How the body of an instance is run: one that comes back (run_child), or one that may go on otherwise.
using RunBody = Running (*)(CodeEncoding& e, CodeId body, Path path);
// Runs whichever instance has the number `next`, of those that are ready, and notes it as taken. What a
// ForEach does is encoded once, for whichever of its values comes next.
Running take_next(CodeEncoding& e, std::vector<EncodedInstance>& instances, Formula next, const Path& path,
                  RunBody run_body);

}  // namespace errata::compiler
