// A game of the subset, read from its text.
#pragma once

#include <memory>
#include <string>

#include "tests/oracle/vocabulary.h"

namespace errata::oracle {

struct Game {
    std::unique_ptr<ast::Module> module;  // stays where it is: states point into it
    std::unique_ptr<Vocabulary> vocabulary;
};

Game read_game(const std::string& text);

}  // namespace errata::oracle
