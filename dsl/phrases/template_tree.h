// The brackets of a template as a tree; `template.h` writes it out. Broken templates give a tree of what
// could be read, and errors.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "dsl/phrases/template.h"

namespace errata::dsl {

struct TemplateNode {
    enum class Kind { Text, Hole, Sequence, Choice, Optional };
    Kind kind = Kind::Sequence;
    std::string_view text;            // Text
    std::size_t hole = 0;             // Hole: position in `holes` of the tree
    bool suffix = false;              // Optional, written right behind a letter
    std::vector<TemplateNode> parts;  // Sequence, Choice; Optional has one
};

struct TemplateTree {
    TemplateNode root;  // views into the template
    std::vector<TemplateHole> holes;
    std::vector<TemplateError> errors;
};

TemplateTree read_template(std::string_view text);

}  // namespace errata::dsl
