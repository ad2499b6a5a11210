#include "compiler/elaborate/recurring.h"

#include <algorithm>

namespace errata::compiler {

namespace {

// The actions that a body performs itself. What those do in turn are events of their own.
class Performed {
public:
    explicit Performed(const World& world) : world_(world) {}

    std::set<std::string> by(const PlacedAbility& placed) {
        names_.clear();
        read(placed.ability->body, placed.holes.get());
        return names_;
    }

private:
    void read(const std::vector<ast::Stmt>& body, const Holes* holes) {
        for (const ast::Stmt& stmt : body) {
            const bool calls = stmt.kind == ast::StmtKind::Perform || stmt.kind == ast::StmtKind::Try ||
                               stmt.kind == ast::StmtKind::Insert;
            if (calls && !read_hole(stmt.name, holes) && world_.actions.count(stmt.name) > 0)
                names_.insert(stmt.name);
            for (const auto& block : stmt.blocks) read(block, holes);
            for (const ast::Option& option : stmt.options) read(option.body, holes);
        }
    }

    // Is this a hole? Then what fills it is read.
    bool read_hole(const std::string& name, const Holes* holes) {
        if (!holes) return false;
        const auto hole = holes->by_name.find(name);
        if (hole == holes->by_name.end()) return false;
        if (hole->second.filler->kind == dsl::Derivation::Kind::Phrase)
            read(world_.phrases[static_cast<std::size_t>(hole->second.filler->tag)]->body,
                 hole->second.holes.get());
        return true;
    }

    const World& world_;
    std::set<std::string> names_;
};

}  // namespace

void find_recurring(World& world) {
    Performed performed(world);
    // By action: those that its replacements perform, then everything that this leads to.
    std::map<std::string, std::set<std::string>> leads_to;
    for (const auto& [name, action] : world.actions) {
        for (const PlacedAbility& placed : action.replacements) {
            const std::set<std::string> next = performed.by(placed);
            leads_to[name].insert(next.begin(), next.end());
        }
    }
    const auto reach = [&](std::set<std::string> from) {
        std::vector<std::string> open(from.begin(), from.end());
        while (!open.empty()) {
            const std::string name = open.back();
            open.pop_back();
            for (const std::string& next : leads_to[name]) {
                if (from.insert(next).second) open.push_back(next);
            }
        }
        return from;
    };
    for (const auto& [name, action] : world.actions) {
        for (const PlacedAbility& placed : action.replacements) {
            if (reach(performed.by(placed)).count(name) > 0) world.recurring.push_back(&placed);
        }
    }
}

}  // namespace errata::compiler
