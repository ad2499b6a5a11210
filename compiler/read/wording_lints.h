// Warnings about the words of a spec, once all its lines are read: phrases with the same wording, phrases
// that no text uses although some text has nearly their words, and lines that say the same as another card's
// by other phrases. Phrases of imported files are a library: that they are not used is no news.
#pragma once

#include "compiler/read/lines.h"

namespace errata::compiler {

void lint_wording(const Names& names, const ReadTexts& texts, const Modules& modules,
                  const Reporter& reporter);

// A noun without a kind of its own, which a text says, although things of several kinds can be meant by it.
void report_untyped_nouns(const Names& names, typed::Phrases& phrases, const ReadTexts& texts,
                          const Reporter& reporter);

// Reports mistakes in phrases that no text uses: those that there are whoever bears them.
void report_unused_phrases(const Names& names, typed::Phrases& phrases, const ReadTexts& texts,
                           const Reporter& reporter);

}  // namespace errata::compiler
