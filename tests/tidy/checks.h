// The rules of the house that no compiler checks: who may include whom, where Spirit and Z3 live, who may
// print. Each check takes a tree of texts and returns one sentence per offence, so that it can be tried on
// made-up trees (checks_test.cpp shows each one failing) as well as on the real one (tree_test.cpp).
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace errata::tests {

// Path from the root, with slashes -> text of the file.
using Tree = std::map<std::string, std::string>;
// "path:line: what is wrong and what to do".
using Offences = std::vector<std::string>;

// All text files below `root`, without version control, build results and other hidden folders.
Tree read_tree(const std::filesystem::path& root);

Offences check_layers(const Tree& tree);
Offences check_sub_folders(const Tree& tree);
Offences check_spirit_home(const Tree& tree);
Offences check_z3_home(const Tree& tree);
Offences check_header_prose(const Tree& tree);
Offences check_output(const Tree& tree);
Offences check_diagnostics_tested(const Tree& tree);
Offences check_machine_paths(const Tree& tree);
// A litmus spec lies in the folder of what it shows, under a name of its own, and has a twin there: another
// one with a longer or shorter name (`ember` and `ember-out`), or one that its comment names.
Offences check_litmus_twins(const Tree& tree);
// A type of a namespace is defined in one place. The linker takes two of one name for one, and mixes up what
// they do.
Offences check_type_names(const Tree& tree);
// A `using` of a source is needed by that source.
Offences check_usings(const Tree& tree);
// A switch over kinds of ours names them all, so that the compiler finds those that lack a new one.
Offences check_switches(const Tree& tree);
// What has a word in a table (ERRATA_...(Name, "word", ...)) is asked for by name, never by that word, but
// where words are read: names written in a spec, the command line.
Offences check_words(const Tree& tree);
// Of code; characters, not bytes.
Offences check_line_lengths(const Tree& tree);

// C++ text with comments and the insides of literals blanked; line breaks stay.
std::string without_comments_and_literals(const std::string& text);

}  // namespace errata::tests
