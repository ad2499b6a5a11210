// Names of things in the words of the game: players, values, cells, moves. For titles and explanations of
// findings; reports/ lays them out, and may call things otherwise. Pure functions of the model.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/fact.h"
#include "compiler/ir/evaluate.h"
#include "compiler/ir/model.h"

namespace errata::checker {

// "Ann"; "a player" for a value outside the type.
std::string player_name(const compiler::Model& model, compiler::Value player);
// Who acts: "Ann", "rules", "nobody", "chance", "elsewhere".
std::string actor_name(const compiler::Model& model, const compiler::Owner& owner);

// All players, in order; empty for a game without any.
std::vector<compiler::Value> players(const compiler::Model& model);

Phrase value_text(const compiler::Model& model, compiler::TypeId type, compiler::Value value);

// "A.at", "initiative", "entered(a1)"; "the agenda" and such for cells of the kernel.
Phrase cell_name(const compiler::Model& model, std::size_t cell);
Phrase cell_value_text(const compiler::Model& model, std::size_t cell, compiler::Value value);

// The variable a cell belongs to, or none for cells of the kernel.
std::optional<compiler::VarId> variable_of(const compiler::Model& model, std::size_t cell);
// A range or a counter.
bool is_number_type(const compiler::Type& type);
// A field or a value of the game, and nothing that the kernel keeps.
bool is_of_the_game(const compiler::Variable& variable);

// "orders Plains on a1": the option's text with its holes filled; for a placement "puts Martyr on the
// agenda".
Phrase move_text(const compiler::Model& model, const compiler::State& before, const compiler::Move& move);

// "orders ... on a1": holes for which there is nothing stand open.
using Filling = std::function<std::optional<Phrase>(const std::string& hole)>;
Phrase option_text(const compiler::PointOption& option, const Filling& filling = {});

// "Martyr (A, 2)": a trigger with what set it off.
Phrase instance_text(const compiler::Model& model, compiler::TriggerId trigger,
                     const std::vector<compiler::Value>& arguments);

// "flies(Ox)": an open function asked about the argument tuple at this position (row-major); the answer that
// was taken, "flies(Ox): yes"; and the arguments there.
Phrase question_text(const compiler::Model& model, const compiler::OpenFunction& open, std::size_t position);
Phrase answer_text(const compiler::Model& model, const compiler::OpenValue& answer);
std::vector<compiler::Value> arguments_at(const compiler::Model& model, const compiler::OpenFunction& open,
                                          std::size_t position);
// Likewise, of a cell of the variable.
std::vector<compiler::Value> arguments_of(const compiler::Model& model, const compiler::Variable& variable,
                                          std::size_t cell);

// The variable cells in which two states differ, as changes from one to the other, and `over` if it differs.
std::vector<compiler::Change> difference(const compiler::Model& model, const compiler::State& from,
                                         const compiler::State& to);

// The cells that a closed term reads at places known in the state.
std::vector<std::size_t> cells_read(const compiler::Evaluator& evaluator, compiler::TermId term,
                                    const compiler::State& state);

// The clauses' names, each once.
std::vector<std::string> names_of(const compiler::Model& model,
                                  const std::vector<compiler::ClauseId>& clauses);
// "Void", "Void and Flight", "Void, Flight and Bog".
std::string clause_names(const compiler::Model& model, const std::vector<compiler::ClauseId>& clauses);

// "Martyr ("When it dies, draw a card.")"; what is written at length by name alone.
std::string named_and_quoted(const compiler::Clause& clause);

// "a, b and c".
Phrase list_text(const std::vector<Phrase>& parts);
std::string list_text(const std::vector<std::string>& parts);

// By how much a cell rises or falls each round. `shift` is not 0.
Fact change_of(const compiler::Model& model, std::size_t cell, compiler::Value shift);

}  // namespace errata::checker
