// The words of a spec that are no syntax: printed text, templates, labels, titles. What renames something has
// to find them, or to keep its hands off.
#pragma once

#include <string>
#include <vector>

#include "tests/metamorphic/spec.h"

namespace errata::metamorphic {

// Whether the words of `name` stand in `text` as whole words, whatever their case.
bool has_words(const std::string& text, const std::string& name);
// The same, with `now` in place of each.
std::string with_words(const std::string& text, const std::string& name, const std::string& now);

// Lines of printed text, templates of phrases, titles that are accepted.
std::vector<std::string> printed_words(const Spec& spec);
// `{name}` in a label becomes `{now}`.
std::string with_hole(const std::string& label, const std::string& name, const std::string& now);

}  // namespace errata::metamorphic
