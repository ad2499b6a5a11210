#include "reports/explain/next_phrases.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "dsl/phrases/token.h"

namespace errata::reports {

using compiler::SetAside;
using compiler::UnreadLine;
using dsl::ast::Item;
using dsl::ast::ItemKind;

namespace {

// What a line wants: its stub, or what stops it where no phrase can be offered.
const std::string& wanted_by(const UnreadLine& line) { return line.stub.empty() ? line.message : line.stub; }

struct Want {
    const UnreadLine* example = nullptr;
    const std::string* item = nullptr;
    std::size_t lines = 0;
    std::set<std::size_t> items;
};

struct Wants {
    std::vector<std::string> keys;  // as they come
    std::map<std::string, Want> by_key;
    std::vector<std::set<std::string>> of_item;
    std::vector<bool> can_be_read;  // by what its lines want, and nothing more
};

Wants wants_of(const checker::Session& session) {
    Wants result;
    for (std::size_t i = 0; i < session.set_aside.size(); ++i) {
        const SetAside& item = session.set_aside[i];
        result.of_item.emplace_back();
        result.can_be_read.push_back(true);
        for (const UnreadLine& line : item.lines) {
            const std::string& key = wanted_by(line);
            const auto [place, is_new] = result.by_key.try_emplace(key);
            if (is_new) {
                result.keys.push_back(key);
                place->second.example = &line;
                place->second.item = &item.name;
            }
            ++place->second.lines;
            place->second.items.insert(i);
            result.of_item[i].insert(key);
            if (!line.stub_ends_it) result.can_be_read[i] = false;
        }
    }
    return result;
}

// Which phrase is worth most once some are written.
class Queue {
public:
    explicit Queue(const Wants& wants) : wants_(wants), left_(wants.keys), open_(wants.of_item) {}

    bool is_done() const { return left_.empty(); }

    struct Taken {
        std::string key;
        std::size_t unlocks = 0;
    };

    Taken take() {
        const auto best = std::ranges::max_element(left_, std::less<>(), [&](const std::string& key) {
            return std::tuple(unlocked_by(key), items_with(key));
        });
        Taken taken{*best, unlocked_by(*best)};
        left_.erase(best);
        for (std::set<std::string>& item : open_) item.erase(taken.key);
        return taken;
    }

private:
    std::size_t unlocked_by(const std::string& key) const {
        const std::set<std::size_t>& items = wants_.by_key.at(key).items;
        return static_cast<std::size_t>(std::ranges::count_if(
            items, [&](std::size_t item) { return wants_.can_be_read[item] && open_[item].size() == 1; }));
    }
    std::size_t items_with(const std::string& key) const { return wants_.by_key.at(key).items.size(); }

    const Wants& wants_;
    std::vector<std::string> left_;
    std::vector<std::set<std::string>> open_;
};

// `phrase effect "draw a card" = …`
struct Stub {
    std::string category;
    std::string wording;
};

std::optional<Stub> parts_of(const std::string& stub) {
    const std::size_t open = stub.find('"');
    const std::size_t close = stub.rfind('"');
    const std::string head = "phrase ";
    if (!stub.starts_with(head) || open == close) return std::nullopt;
    return Stub{stub.substr(head.size(), open - head.size() - 1), stub.substr(open + 1, close - open - 1)};
}

// Words that say something. Short ones stand everywhere.
std::set<std::string> telling_words(const std::string& wording) {
    constexpr std::size_t least_letters = 4;
    std::set<std::string> result;
    bool is_hole = false;
    for (const dsl::Token& token : dsl::tokenise(wording).tokens) {
        if (token.word == "{") is_hole = true;
        if (!is_hole && token.word.size() >= least_letters) result.insert(token.word);
        if (token.word == "}") is_hole = false;
    }
    return result;
}

std::size_t shared_words(const std::set<std::string>& words, const std::string& other) {
    const std::set<std::string> others = telling_words(other);
    return static_cast<std::size_t>(
        std::ranges::count_if(words, [&](const std::string& word) { return others.contains(word); }));
}

// Phrases that could be used instead: of the category of the stub, those that share most words with it, and
// first the one that is most like it.
std::vector<std::string> choices_for(const checker::Session& session, const UnreadLine& line) {
    constexpr std::size_t most_choices = 3;
    const std::optional<Stub> stub = parts_of(line.stub);
    if (!stub) return {};
    const std::set<std::string> words = telling_words(stub->wording);
    std::vector<std::pair<std::size_t, std::string>> likely;
    for (const dsl::ast::Module& module : session.modules) {
        for (const Item& item : module.items) {
            if (item.kind != ItemKind::Phrase || item.name != stub->category) continue;
            const bool is_nearest = item.title == line.nearest;
            const std::size_t shared = is_nearest ? words.size() + 1 : shared_words(words, item.title);
            if (shared > 0) likely.emplace_back(shared, item.title);
        }
    }
    std::ranges::stable_sort(likely, std::greater<>(), &std::pair<std::size_t, std::string>::first);
    if (likely.size() > most_choices) likely.resize(most_choices);
    std::vector<std::string> result;
    result.reserve(likely.size());
    for (const auto& [shared, wording] : likely) result.push_back(wording);
    return result;
}

// A phrase that was pasted and not filled in cannot be read by the grammar, but it is there.
std::string place_begun(const checker::Session& session, const std::string& stub) {
    const std::string head = stub.substr(0, stub.rfind('"') + 1);
    if (head.empty()) return "";
    for (const dsl::ast::Module& module : session.modules) {
        for (const Item& item : module.items) {
            if (item.kind != ItemKind::Error || item.span.file == dsl::Span::no_file) continue;
            if (session.sources.text(item.span).find(head) == std::string_view::npos) continue;
            const dsl::SourceFile& file = session.sources.file(item.span.file);
            return file.path() + ":" + std::to_string(file.position(item.span.begin).line);
        }
    }
    return "";
}

NextPhrase described(const checker::Session& session, const Want& want, std::size_t unlocks) {
    const UnreadLine& line = *want.example;
    NextPhrase result{unlocks, line.wording, {}, place_begun(session, line.stub), choices_for(session, line)};
    const dsl::SourceFile& file = session.sources.file(line.span.file);
    const dsl::Position at = file.position(line.span.begin);
    result.example = {want.items.size(), want.lines, line.text,    *want.item, file.path(),
                      at.line,           at.column,  line.message, line.meant, line.stub};
    return result;
}

}  // namespace

std::size_t NextPhrases::unlocked() const {
    std::size_t sum = 0;
    for (const NextPhrase& phrase : phrases) sum += phrase.unlocks;
    return sum;
}

NextPhrases next_phrases(const checker::Session& session, std::size_t most) {
    NextPhrases result;
    result.spec = session.path;
    result.is_wrong = session.sink.has_errors();
    result.items = list_cards(session).items();
    result.read = result.items - session.set_aside.size();
    const Wants wants = wants_of(session);
    result.wanted = wants.keys.size();
    for (Queue queue(wants); !queue.is_done() && result.phrases.size() < most;) {
        const Queue::Taken taken = queue.take();
        result.phrases.push_back(described(session, wants.by_key.at(taken.key), taken.unlocks));
    }
    return result;
}

}  // namespace errata::reports
