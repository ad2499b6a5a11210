#include "tests/bench/sets/words.h"

#include <array>
#include <cctype>

namespace errata::tests::sets {

namespace {

constexpr std::array firsts = {
    "Amber", "Ashen", "Bitter", "Black",  "Blind",  "Bold",   "Brazen", "Broken", "Clever", "Cold",
    "Crooked", "Cunning", "Dapper", "Dire", "Dusty", "Early", "Eager", "Faded", "Fallow", "Feral",
    "Gaunt", "Gentle", "Gilded", "Grim", "Hasty", "Hollow", "Humble", "Idle", "Iron", "Ivory",
    "Jaunty", "Keen", "Late", "Lone", "Lucky", "Meek", "Merry", "Misty", "Nimble", "Odd",
    "Pale", "Proud", "Quick", "Ragged", "Restless", "Rusty", "Sable", "Silent", "Sly", "Weary"};
constexpr std::array lasts = {
    "Archer", "Baker", "Bard", "Beadle", "Brewer", "Carter", "Chandler", "Cooper", "Crofter", "Cutler",
    "Drover", "Dyer", "Falconer", "Farrier", "Ferryman", "Fiddler", "Fletcher", "Forager", "Fowler", "Fuller",
    "Gardener", "Glover", "Groom", "Harper", "Herald", "Hermit", "Hunter", "Juggler", "Knight", "Ostler",
    "Mason", "Miller", "Miner", "Minstrel", "Monk", "Page", "Pedlar", "Piper", "Potter", "Reeve",
    "Roofer", "Sailor", "Scribe", "Shepherd", "Smith", "Squire", "Tanner", "Tinker", "Warden", "Weaver"};
constexpr std::array syllables = {"ba", "be", "bo", "da", "de", "do", "fa", "fe", "fo", "ga", "ge", "go",
                                  "ka", "ke", "ko", "la", "le", "lo", "ma", "me", "mo", "na", "ne", "no",
                                  "pa", "pe", "po", "ra", "re", "ro", "ta", "te", "to", "za"};

}  // namespace

std::string card_name(std::size_t number) {
    return std::string(firsts[number % firsts.size()]) + " " +
           lasts[(number / firsts.size() + number) % lasts.size()];
}

std::string Nouns::noun(std::size_t number) {
    const std::size_t all = syllables.size();
    std::string word = std::string(syllables[number % all]) + syllables[number / all % all] +
                       syllables[(number / all / all + number * 7 + 3) % all] + "n";
    word[0] = static_cast<char>(std::toupper(word[0]));
    return word;
}

}  // namespace errata::tests::sets
