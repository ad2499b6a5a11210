// A spec as the compiler knows it before anything is lowered: names, types, readings of texts. It is there
// whether the spec has errors or not, as far as they let it be. `compile` makes one and lowers it. An editor
// makes one whenever somebody has typed, and asks it what names and lines stand for (references.h).
#pragma once

#include <memory>
#include <vector>

#include "compiler/read/lines.h"
#include "compiler/resolve/library.h"
#include "compiler/resolve/options.h"
#include "compiler/resolve/reporter.h"
#include "compiler/typed/phrases.h"
#include "dsl/phrases/kept_readings.h"

namespace errata::compiler {

struct Draft {
    // All of these must outlive it. `unknown`: gets every name that nothing has; null: nobody wants to know.
    Draft(const dsl::SourceSet& sources, const Modules& written, const CompileOptions& options,
          dsl::Sink& sink, dsl::KeptReadings& kept, std::vector<UnknownName>* unknown = nullptr);
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    std::optional<UsableModules> usable;  // nothing: no library is imported
    const Modules& modules;               // those that count
    Reporter reporter;
    const Names names;
    typed::Program program;
    const typed::Typing typing;
    typed::Phrases phrases;
    const ReadTexts texts;
};

}  // namespace errata::compiler
