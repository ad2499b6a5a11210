#include "dsl/grammar/look_alikes.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <uniname.h>

#include "dsl/base/text.h"

namespace errata::dsl::grammar {

namespace {

struct LookAlike {
    std::string_view found;
    std::string_view meant;  // empty: nobody sees it
};

// How to add one: a row here, and a case in tests/diagnostics/mistakes.
constexpr LookAlike look_alikes[] = {
    {"\u201C", "\""}, {"\u201D", "\""},  {"\u201E", "\""},      {"\u00AB", "\""},      {"\u00BB", "\""},
    {"\u2018", "\""}, {"\u2019", "\""},  {"\u2032", "\""},      {"\u2212", "-"},       {"\u2013", "-"},
    {"\u2014", "-"},  {"\u2012", "-"},   {"\u2265", ">="},      {"\u2264", "<="},      {"\u2260", "!="},
    {"\u00D7", "*"},  {"\u2026", ".."},  {"\u2192", "implies"}, {"\u21D2", "implies"}, {"\u2227", "and"},
    {"\u2228", "or"}, {"\u00AC", "not"}, {"\u2208", "in"},      {"\u200B", ""},        {"\u200C", ""},
    {"\u200D", ""},   {"\u2060", ""},    {"\uFEFF", ""},        {"\u00AD", ""},        {"\u0430", "a"},
    {"\u0435", "e"},  {"\u043E", "o"},   {"\u0440", "p"},       {"\u0441", "c"},       {"\u0443", "y"},
    {"\u0445", "x"},  {"\u0456", "i"},   {"\u0458", "j"},       {"\u0455", "s"},       {"\u0410", "A"},
    {"\u0412", "B"},  {"\u0415", "E"},   {"\u041A", "K"},       {"\u041C", "M"},       {"\u041D", "H"},
    {"\u041E", "O"},  {"\u0420", "P"},   {"\u0421", "C"},       {"\u0422", "T"},       {"\u0425", "X"},
    {"\u03BF", "o"},  {"\u0391", "A"},   {"\u0392", "B"},       {"\u0395", "E"},       {"\u039F", "O"},
};

std::string name_of(std::string_view character) {
    std::array<char, UNINAME_MAX> name{};
    return unicode_character_name(code_point(character), name.data()) ? name.data() : "another character";
}

}  // namespace

std::string hint_for_look_alike(std::string_view text) {
    const auto begins = [&](const LookAlike& one) { return text.starts_with(one.found); };
    const auto found = std::find_if(std::begin(look_alikes), std::end(look_alikes), begins);
    if (found == std::end(look_alikes)) return "";
    // Messages offer phrases whose meaning is still to be written.
    if (found->found == "\u2026")
        return "here stands what the words mean, such as 'do { ... }' or '{ when ... }'; in a range write "
               "'..'";
    const std::string named = "this is " + name_of(found->found);
    return found->meant.empty() ? named + ", which nobody sees: take it out"
                                : named + ": write '" + std::string(found->meant) + "'";
}

}  // namespace errata::dsl::grammar
