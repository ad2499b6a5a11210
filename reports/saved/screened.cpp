#include "reports/saved/screened.h"

namespace errata::reports {

using checker::ItemUse;
using checker::Screened;
using checker::ScreenedSets;
using checker::SetsOfSize;

namespace {

Json save_sets(const ScreenedSets& sets) {
    Json shown = Json::array();
    for (const ScreenedSets::Open& open : sets.shown)
        shown.push_back({{"items", open.items}, {"why", open.why}});
    return {{"table", sets.table}, {"kind", sets.kind}, {"items", sets.items}, {"turns", sets.turns},
            {"sets", sets.sets},   {"open", sets.open}, {"shown", shown},      {"all_known", sets.all_known}};
}

ScreenedSets read_sets(const Json& json) {
    ScreenedSets sets;
    sets.table = json.at("table");
    sets.kind = json.at("kind");
    sets.items = json.at("items");
    sets.turns = json.at("turns");
    sets.sets = json.at("sets");
    sets.open = json.at("open");
    for (const Json& open : json.at("shown"))
        sets.shown.push_back({open.at("items").get<std::vector<std::string>>(), open.at("why")});
    sets.all_known = json.at("all_known");
    return sets;
}

Json save_total(const SetsOfSize& total) {
    return {{"kind", total.kind}, {"items", total.items}, {"sets", total.sets}, {"open", total.open}};
}

SetsOfSize read_total(const Json& json) {
    return {json.at("kind"), json.at("items"), json.at("sets"), json.at("open")};
}

Json save_use(const ItemUse& use) {
    return {{"name", use.name},
            {"kind", use.kind},
            {"is_playable", use.is_playable ? Json(*use.is_playable) : Json(nullptr)},
            {"acts_with", use.acts_with},
            {"has_text", use.has_text},
            {"acts_unseen", use.acts_unseen},
            {"smallest_open", use.smallest_open},
            {"play_is_open", use.play_is_open},
            {"miss", use.miss},
            {"same_as", use.same_as}};
}

ItemUse read_use(const Json& json) {
    ItemUse use;
    use.name = json.at("name");
    use.kind = json.at("kind");
    if (const Json& is_playable = json.at("is_playable"); !is_playable.is_null())
        use.is_playable = is_playable.get<bool>();
    use.acts_with = json.at("acts_with").get<std::vector<std::string>>();
    use.has_text = json.at("has_text");
    use.acts_unseen = json.at("acts_unseen");
    use.smallest_open = json.at("smallest_open");
    use.play_is_open = json.at("play_is_open");
    use.miss = json.at("miss");
    use.same_as = json.at("same_as");
    return use;
}

}  // namespace

Json save_screened(const Screened& screened) {
    Json json = {{"sets", Json::array()}, {"totals", Json::array()}, {"uses", Json::array()}};
    for (const ScreenedSets& sets : screened.sets) json["sets"].push_back(save_sets(sets));
    for (const SetsOfSize& total : screened.totals) json["totals"].push_back(save_total(total));
    for (const ItemUse& use : screened.items) json["uses"].push_back(save_use(use));
    return json;
}

Screened read_screened(const Json& json) {
    Screened screened;
    for (const Json& sets : json.at("sets")) screened.sets.push_back(read_sets(sets));
    for (const Json& total : json.at("totals")) screened.totals.push_back(read_total(total));
    for (const Json& use : json.at("uses")) screened.items.push_back(read_use(use));
    return screened;
}

}  // namespace errata::reports
