#include "tests/tidy/checks.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

namespace errata::tests {

namespace {

// In the order of the flow; a folder may include itself and those before it.
constexpr std::array<std::string_view, 4> folders = {"dsl", "compiler", "checker", "reports"};

// The sub-folders of each in that order; files that lie in the folder itself hold what all of them share, or
// tie them together.
const std::map<std::string_view, std::vector<std::string_view>> sub_folders = {
    {"dsl", {"base", "source", "diag", "phrases", "ast", "grammar", "cards"}},
    {"compiler", {"ir", "smt", "resolve", "typed", "terms", "read", "lower"}},
    {"checker", {"paths",  "explicit",  "certify", "symbolic", "plays",    "causes", "search",
                 "near",   "rounds",    "order",   "claims",   "reach",    "text",   "interactions",
                 "screen", "catalogue", "driver",  "advice",   "coverage", "cache"}},
    {"reports", {"words", "explain", "begin", "render", "saved", "play", "cli", "lsp"}}};

constexpr std::ptrdiff_t longest_line = 110;

struct Include {
    std::size_t line;
    std::string path;
    bool quoted;
};

std::string place(const std::string& path, std::size_t line) {
    return path + ":" + std::to_string(line) + ": ";
}

std::string first_folder(const std::string& path) { return path.substr(0, path.find('/')); }

std::optional<std::ptrdiff_t> rank(const std::string& path) {
    const auto found = std::find(folders.begin(), folders.end(), first_folder(path));
    if (found == folders.end() || path.find('/') == std::string::npos) return std::nullopt;
    return found - folders.begin();
}

// Nothing: the file lies in none.
std::optional<std::string> sub_folder(const std::string& path) {
    const std::size_t begin = path.find('/') + 1;
    const std::size_t end = path.find('/', begin);
    if (begin == 0 || end == std::string::npos) return std::nullopt;
    return path.substr(begin, end - begin);
}

std::optional<std::ptrdiff_t> rank_inside(const std::string& path) {
    const auto& order = sub_folders.at(first_folder(path));
    const auto found = std::ranges::find(order, sub_folder(path).value_or(""));
    if (found == order.end()) return std::nullopt;
    return found - order.begin();
}

bool is_cpp(const std::string& path) {
    return path.ends_with(".h") || path.ends_with(".cpp") || path.ends_with(".def");
}

void for_each_line(const std::string& text,
                   const std::function<void(std::size_t, const std::string&)>& visit) {
    std::istringstream lines(text);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) visit(number, line);
}

std::vector<Include> includes_of(const std::string& text) {
    static const std::regex include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    std::vector<Include> found;
    for_each_line(text, [&](std::size_t number, const std::string& line) {
        std::smatch match;
        if (line.find("include") != std::string::npos && std::regex_search(line, match, include)) {
            found.push_back({number, match[2], match[1] == "\""});
        }
    });
    return found;
}

// Every file that includes a header `is_foreign` names, itself or through files of the tree, but lies outside
// `homes`.
Offences check_home(const Tree& tree, const std::vector<std::string>& homes,
                    const std::function<bool(const std::string&)>& is_foreign, const std::string& name) {
    std::map<std::string, std::string> reaches;  // file -> the include through which it gets there
    for (bool grown = true; grown;) {
        grown = false;
        for (const auto& [path, text] : tree) {
            if (!is_cpp(path) || reaches.contains(path)) continue;
            for (const Include& include : includes_of(text)) {
                if (!is_foreign(include.path) && !reaches.contains(include.path)) continue;
                reaches.emplace(path, std::to_string(include.line) + ": " + include.path);
                grown = true;
                break;
            }
        }
    }
    Offences offences;
    for (const auto& [path, through] : reaches) {
        const bool at_home = std::any_of(homes.begin(), homes.end(),
                                         [&, p = path](const auto& home) { return p.starts_with(home); });
        if (!at_home)
            offences.push_back(path + ":" + through + " brings in " + name + ", which stays in its folder");
    }
    return offences;
}

}  // namespace

Offences check_layers(const Tree& tree) {
    Offences offences;
    for (const auto& [path, text] : tree) {
        const auto own = rank(path);
        if (!own || !is_cpp(path)) continue;
        for (const Include& include : includes_of(text)) {
            const auto other = rank(include.path);
            if (other && *other > *own) {
                offences.push_back(place(path, include.line) + first_folder(path) + " includes " +
                                   include.path + ", which lies to its right");
            } else if (!other && include.quoted) {
                offences.push_back(place(path, include.line) + "\"" + include.path +
                                   "\" does not start at one of the four folders");
            }
        }
    }
    return offences;
}

Offences check_sub_folders(const Tree& tree) {
    Offences offences;
    for (const auto& [path, text] : tree) {
        if (!rank(path) || !is_cpp(path) || !sub_folder(path)) continue;
        const auto own = rank_inside(path);
        if (!own) {
            offences.push_back(path + ": the sub-folder has no place in the order of its folder");
            continue;
        }
        for (const Include& include : includes_of(text)) {
            if (first_folder(include.path) != first_folder(path) || !sub_folder(include.path)) continue;
            const auto other = rank_inside(include.path);
            if (other && *other > *own) {
                offences.push_back(place(path, include.line) + *sub_folder(path) + " includes " +
                                   include.path + ", which lies to its right");
            }
        }
    }
    return offences;
}

// By their layout: what stands at the margin lies in a namespace, and in an unnamed one between `namespace {`
// and its end.
Offences check_type_names(const Tree& tree) {
    static const std::regex opening(R"(^namespace ([\w:]*) ?\{)");
    static const std::regex type(
        R"(^(?:struct|class|union|enum|enum class) (\w+)(?: final)?(?: : [^;]*)? \{)");
    Offences offences;
    std::map<std::string, std::string> defined;  // type with its namespace -> where
    for (const auto& [path, text] : tree) {
        if (!rank(path) || !is_cpp(path)) continue;
        std::string space;
        bool is_unnamed = false;
        for_each_line(text, [&](std::size_t number, const std::string& line) {
            std::smatch match;
            if (line == "}  // namespace") {
                is_unnamed = false;
            } else if (line.starts_with("namespace ") && std::regex_search(line, match, opening)) {
                if (match[1].length() == 0)
                    is_unnamed = true;
                else
                    space = match[1];
            } else if (!is_unnamed && std::regex_search(line, match, type)) {
                const std::string name = space + "::" + match[1].str();
                const auto [known, is_new] = defined.try_emplace(name, place(path, number));
                if (!is_new)
                    offences.push_back(place(path, number) + name + " is defined at " + known->second +
                                       " as well");
            }
        });
    }
    return offences;
}

Offences check_spirit_home(const Tree& tree) {
    const auto is_spirit = [](const std::string& header) { return header.starts_with("boost/spirit"); };
    return check_home(tree, {"dsl/grammar/"}, is_spirit, "Boost.Spirit");
}

Offences check_z3_home(const Tree& tree) {
    const auto is_z3 = [](const std::string& header) {
        return header.starts_with("z3") && header.find('/') == std::string::npos;
    };
    // Tests of the encoding may look at terms; nobody links against a test.
    return check_home(tree, {"compiler/smt/", "checker/symbolic/", "tests/"}, is_z3, "Z3");
}

Offences check_header_prose(const Tree& tree) {
    Offences offences;
    for (const auto& [path, text] : tree) {
        if (!path.ends_with(".h") && !path.ends_with(".def")) continue;
        std::optional<std::string> opening;
        for_each_line(text, [&](std::size_t, const std::string& line) {
            const bool skipped = line.empty() || line.starts_with("#pragma");
            if (!skipped && !opening) opening = line;
        });
        if (!opening || !opening->starts_with("// ")) {
            offences.push_back(place(path, 1) +
                               "a header opens with prose: what this is and what it promises");
        }
    }
    return offences;
}

Offences check_output(const Tree& tree) {
    // Members called exit (`board.exit(...)`) belong to games, not to the process.
    static const std::regex forbidden(
        R"((^|[^\w.>])((std::)?_?(quick_)?[eE]xit\s*\(|(std::)?abort\s*\(|std::(cout|cerr|clog)\b)"
        R"(|(std::)?v?f?printf\s*\(|(std::)?f?puts\s*\(|fmt::v?print\s*\())");
    Offences offences;
    for (const auto& [path, text] : tree) {
        if (!rank(path) || !is_cpp(path)) continue;
        if (path.starts_with("reports/cli/") || path == "dsl/base/check.cpp" || path == "dsl/base/check.h")
            continue;
        for_each_line(without_comments_and_literals(text),
                      [&, p = path](std::size_t number, const std::string& line) {
                          std::smatch match;
                          if (std::regex_search(line, match, forbidden)) {
                              offences.push_back(place(p, number) + match[2].str() +
                                                 " outside reports/cli; return a value instead");
                          }
                      });
    }
    return offences;
}

Offences check_usings(const Tree& tree) {
    static const std::regex declaration(R"(^\s*using\s+(\w+::)+(\w+)\s*;)");
    Offences offences;
    for (const auto& [path, text] : tree) {
        if (!rank(path) || !path.ends_with(".cpp")) continue;
        const std::string code = without_comments_and_literals(text);
        for_each_line(code, [&, p = path](std::size_t number, const std::string& line) {
            std::smatch match;
            if (!std::regex_search(line, match, declaration)) return;
            const std::regex word("\\b" + match[2].str() + "\\b");
            const auto uses = std::distance(std::sregex_iterator(code.begin(), code.end(), word), {});
            if (uses < 2)
                offences.push_back(place(p, number) + "nothing here needs '" + match[2].str() + "'");
        });
    }
    return offences;
}

Offences check_switches(const Tree& tree) {
    // What is left of `case 'x':` without its literal names nothing.
    static const std::regex label(R"(^\s*(case\s+[A-Za-z_]|case\b|default\s*:))");
    Offences offences;
    for (const auto& [path, text] : tree) {
        if (!rank(path) || !is_cpp(path)) continue;
        bool names_kinds = true;
        for_each_line(
            without_comments_and_literals(text), [&, p = path](std::size_t number, const std::string& line) {
                std::smatch match;
                if (!std::regex_search(line, match, label)) return;
                if (match[1].str().starts_with("case")) {
                    names_kinds = match[1].length() > 4;
                } else if (names_kinds) {
                    offences.push_back(place(p, number) +
                                       "a default hides the kinds that are missing; write the cases out");
                }
            });
    }
    return offences;
}

Offences check_words(const Tree& tree) {
    static const std::regex row(R"re(^ERRATA_\w+\(\s*\w+\s*,\s*"([^"]+)")re");
    static const std::regex comparison(R"re(([=!]=\s*|starts_with\()"([^"]+)")re");
    std::map<std::string, std::string> tables;  // by word
    for (const auto& [path, text] : tree) {
        // A name in a spec may be a word of its language.
        if (!rank(path) || !path.ends_with(".def") || path.starts_with("dsl/ast/")) continue;
        for_each_line(text, [&, p = path](std::size_t, const std::string& line) {
            std::smatch match;
            if (std::regex_search(line, match, row)) tables.emplace(match[1].str(), p);
        });
    }
    Offences offences;
    for (const auto& [path, text] : tree) {
        const bool reads_words = path.starts_with("compiler/resolve/") || path.starts_with("reports/cli/");
        if (!rank(path) || !is_cpp(path) || path.starts_with("dsl/") || reads_words) continue;
        for_each_line(text, [&, p = path](std::size_t number, const std::string& line) {
            std::smatch match;
            if (!std::regex_search(line, match, comparison)) return;
            const auto table = tables.find(match[2].str());
            if (table == tables.end()) return;
            offences.push_back(place(p, number) + "compares with the word '" + table->first +
                               "'; ask for the enumerator that " + table->second + " gives it");
        });
    }
    return offences;
}

Offences check_diagnostics_tested(const Tree& tree) {
    const std::string table = "dsl/diag/kinds.def";
    const auto found = tree.find(table);
    if (found == tree.end()) return {};

    std::string shown;  // where a code may occur: a test or a spec, but not the made-up rows of these checks
    for (const auto& [path, text] : tree) {
        if (path.starts_with("tests/tidy/")) continue;
        if (path.starts_with("tests/") || path.starts_with("specs/")) shown += text;
    }
    static const std::regex row(R"re(^ERRATA_DIAGNOSTIC\(\s*\w+\s*,\s*"(\w+)")re");
    Offences offences;
    std::set<std::string> codes;
    for_each_line(found->second, [&](std::size_t number, const std::string& line) {
        if (!line.starts_with("ERRATA_")) return;
        std::smatch match;
        if (!std::regex_search(line, match, row)) {
            offences.push_back(place(table, number) + "this row has no code that can be looked for");
        } else if (!codes.insert(match[1]).second) {
            offences.push_back(place(table, number) + match[1].str() + " is given twice");
        } else if (shown.find(match[1]) == std::string::npos) {
            offences.push_back(place(table, number) + match[1].str() +
                               " occurs in no file under tests/ or specs/");
        }
    });
    if (codes.empty()) offences.push_back(place(table, 1) + "no rows found");
    return offences;
}

Offences check_machine_paths(const Tree& tree) {
    // An absolute path of somebody's disk: after a space, a quote, a bracket or an equals sign, not inside a
    // longer path.
    static const std::regex path_of_a_disk(R"((^|[\s"'`(=:<\[])/(work|root|home|tmp)/)");
    Offences offences;
    for (const auto& [path, text] : tree) {
        for_each_line(text, [&, p = path](std::size_t number, const std::string& line) {
            // A line of megabytes holds data, not a path, and would exhaust the stack of the matcher.
            if (line.size() < 10'000 && std::regex_search(line, path_of_a_disk)) {
                offences.push_back(place(p, number) +
                                   "a path of one machine; use one relative to the project");
            }
        });
    }
    return offences;
}

Offences check_litmus_twins(const Tree& tree) {
    struct Litmus {
        std::string path;
        std::string family;
        std::string head;  // the comment above the game
    };
    const std::string folder = "specs/litmus/";
    const std::string ending = ".rules";
    std::map<std::string, Litmus> specs;  // by name
    Offences offences;
    for (const auto& [path, text] : tree) {
        if (!path.starts_with(folder) || !path.ends_with(ending)) continue;
        const std::size_t slash = path.rfind('/') + 1;
        const std::string name = path.substr(slash, path.size() - slash - ending.size());
        const Litmus spec{path, path.substr(0, slash), text.substr(0, text.find("\ngame "))};
        if (spec.family == folder)
            offences.push_back(place(path, 1) + "lies in no folder of a kind of finding");
        if (!specs.emplace(name, spec).second)
            offences.push_back(place(path, 1) + "has the name of " + specs[name].path);
    }
    for (const auto& [name, spec] : specs) {
        const auto is_twin = [&own = name, &one = spec](const auto& other) {
            return other.first != own && other.second.family == one.family &&
                   (other.first.starts_with(own + "-") || own.starts_with(other.first + "-") ||
                    one.head.find(other.first) != std::string::npos);
        };
        if (std::ranges::none_of(specs, is_twin))
            offences.push_back(place(spec.path, 1) + "stands alone in its folder; which word makes it fine?");
    }
    return offences;
}

Offences check_line_lengths(const Tree& tree) {
    Offences offences;
    for (const auto& file : tree) {
        if (!is_cpp(file.first)) continue;
        for_each_line(file.second, [&](std::size_t number, const std::string& line) {
            // The bytes that go on with a character of UTF-8 begin with 10.
            const auto characters = std::ranges::count_if(
                line, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; });
            if (characters > longest_line)
                offences.push_back(place(file.first, number) + "more than " + std::to_string(longest_line) +
                                   " columns");
        });
    }
    return offences;
}

}  // namespace errata::tests
