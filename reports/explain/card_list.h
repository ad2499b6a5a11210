// What `errata cards` tells: the printed items of a spec with their values, wherever they stand, and the
// lines of their text that no phrase reads, by wording.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "checker/driver/session.h"
#include "reports/explain/approvals.h"

namespace errata::reports {

struct CardLine {
    std::string name;
    std::vector<std::pair<std::string, std::string>> values;  // those that are given, as they are written
    std::size_t lines = 0;
    std::string file;
    std::size_t line = 0;
};

struct CardKind {
    std::string kind;
    std::vector<CardLine> items;
};

// Lines that differ in numbers and names only, so that one phrase could read them all.
struct UnreadWording {
    std::size_t cards = 0;
    std::size_t lines = 0;
    // One of them.
    std::string text;
    std::string card;
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
    std::string message;  // why it is not read
    std::string meant;    // the word that was probably meant, or empty
    std::string stub;     // a phrase to fill in, or empty
};

// A text that was approved when it meant something else.
struct LapsedApproval {
    std::string card;
    std::string text;
    std::string file;
    std::size_t line = 0;
};

struct CardList {
    std::string spec;
    bool is_wrong = false;              // the spec has other errors: lines may be unread without being listed
    std::vector<CardKind> kinds;        // those with items, in the order of their declarations
    std::vector<UnreadWording> unread;  // on most cards first
    std::size_t approved = 0;           // texts, a line may have several
    std::vector<LapsedApproval> lapsed;

    std::size_t items() const;
    std::size_t lines() const;
    std::size_t unread_lines() const;
};

// Of a session with CompileOptions::set_unread_aside.
CardList list_cards(const checker::Session& session, const Approvals& approvals = {});

}  // namespace errata::reports
