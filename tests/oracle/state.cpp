#include "tests/oracle/state.h"

#include <algorithm>

namespace errata::oracle {

namespace {

class Writer {
public:
    void add(std::int64_t n) { text_.append(reinterpret_cast<const char*>(&n), sizeof n); }
    void add(const void* place) { add(static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(place))); }
    void add(const Value& value) {
        add(static_cast<std::int64_t>(value.sort) * 1000 + value.type);
        add(value.number);
    }
    void add(const std::string& word) {
        add(static_cast<std::int64_t>(word.size()));
        text_ += word;
    }
    void add(const Names& names) {
        add(static_cast<std::int64_t>(names.size()));
        for (const auto& [name, value] : names) {
            add(name);
            add(value);
        }
    }
    void add(const Frame& frame) {
        add(static_cast<std::int64_t>(frame.kind));
        add(static_cast<const void*>(frame.block));
        add(static_cast<const void*>(frame.statement));
        add(static_cast<const void*>(frame.action));
        add(static_cast<std::int64_t>(frame.ability));
        add(static_cast<std::int64_t>(frame.index));
        add(static_cast<std::int64_t>(frame.rest.size()));
        for (const auto& values : frame.rest) {
            for (const Value& value : values) {
                add(value);
            }
        }
        add(frame.names);
        add(static_cast<const void*>(frame.part));
        add(static_cast<std::int64_t>(frame.possible) * 2 + static_cast<std::int64_t>(frame.acts));
        for (const auto& [option, names] : frame.decided) {
            add(static_cast<std::int64_t>(option));
            add(names);
        }
    }
    void add(const Task& task) {
        add(static_cast<std::int64_t>(task.ability));
        add(static_cast<std::int64_t>(task.stop));
        add(static_cast<std::int64_t>(task.frames.size()));
        for (const Frame& frame : task.frames) {
            add(frame);
        }
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

void write_seen(const State& state, Writer& writer) {
    for (const Value& value : state.cells) {
        writer.add(value);
    }
    for (const auto& objects : state.there) {
        for (const bool there : objects) {
            writer.add(static_cast<std::int64_t>(there));
        }
    }
    writer.add(static_cast<std::int64_t>(state.over));
    writer.add(state.ending);
}

void forget_in(Names& names, const Value& object) {
    for (auto& [name, value] : names) {
        if (value == object) {
            value = Value{};
        }
    }
}

}  // namespace

State initial_state(const Vocabulary& vocabulary) {
    State state;
    for (const Field& field : vocabulary.fields) {
        const std::size_t copies =
            field.owner < 0 ? 1 : vocabulary.types[static_cast<std::size_t>(field.owner)].elements.size();
        state.cells.insert(state.cells.end(), copies, field.initial);
    }
    for (const Type& type : vocabulary.types) {
        state.there.emplace_back(type.elements.size(), !type.comes);
    }
    state.agenda.push_back(fresh_turn(vocabulary));
    state.uses.assign(vocabulary.abilities.size(), 0);
    return state;
}

Task fresh_turn(const Vocabulary& vocabulary) {
    Frame frame;
    frame.block = &vocabulary.turn->body;
    return {-1, Stop::Fresh, {frame}};
}

void wait(State& state, Waiting instance) {
    const auto place = std::ranges::upper_bound(state.pending, instance);
    state.pending.insert(place, std::move(instance));
}

void forget(const Vocabulary& vocabulary, State& state, const Value& object) {
    for (std::size_t cell = 0; cell < state.cells.size(); ++cell) {
        Value& value = state.cells[cell];
        const Shape& shape = vocabulary.field_of(cell)->shape;
        if (value == object) {
            value = Value{};
        } else if (shape.sort == Sort::Set && shape.type == object.type) {
            value.number &= ~(std::int64_t{1} << object.number);
        }
    }
    for (Waiting& instance : state.pending) {
        forget_in(instance.names, object);
    }
    std::ranges::sort(state.pending);
    for (Task& task : state.agenda) {
        for (Frame& frame : task.frames) {
            forget_in(frame.names, object);
            for (auto& [option, names] : frame.decided) {
                forget_in(names, object);
            }
            std::erase_if(frame.rest,
                          [&](const auto& values) { return std::ranges::count(values, object) > 0; });
        }
    }
}

std::string key(const State& state) {
    Writer writer;
    write_seen(state, writer);
    writer.add(static_cast<std::int64_t>(state.pending.size()));
    for (const Waiting& instance : state.pending) {
        writer.add(static_cast<std::int64_t>(instance.ability));
        writer.add(instance.names);
    }
    for (const Task& task : state.agenda) {
        writer.add(task);
    }
    for (const int uses : state.uses) {
        writer.add(static_cast<std::int64_t>(uses));
    }
    return writer.take();
}

std::string seen(const State& state) {
    Writer writer;
    write_seen(state, writer);
    return writer.take();
}

std::string describe(const Vocabulary& vocabulary, const Value& value) {
    switch (value.sort) {
        case Sort::None:
            return "none";
        case Sort::Bool:
            return value.number != 0 ? "yes" : "no";
        case Sort::Number:
            return std::to_string(value.number);
        case Sort::Element:
            return vocabulary.types[static_cast<std::size_t>(value.type)]
                .elements[static_cast<std::size_t>(value.number)];
        case Sort::Set:
            return "{" + std::to_string(value.number) + "}";
    }
    return "";
}

std::string describe(const Vocabulary& vocabulary, const State& state) {
    std::string text;
    for (std::size_t cell = 0; cell < state.cells.size(); ++cell) {
        text += vocabulary.cell_name(cell) + "=" + describe(vocabulary, state.cells[cell]) + " ";
    }
    const auto listed = [&](int ability, const Names& names) {
        text += ability < 0 ? "turn"
                            : vocabulary.abilities[static_cast<std::size_t>(ability)].rule + "#" +
                                  std::to_string(ability);
        for (const auto& [name, value] : names) {
            text += " " + name + "=" + describe(vocabulary, value);
        }
        text += "; ";
    };
    text += "| pending: ";
    for (const Waiting& instance : state.pending) {
        listed(instance.ability, instance.names);
    }
    text += "| agenda: ";
    for (const Task& task : state.agenda) {
        listed(task.ability, task.frames.empty() ? Names{} : task.frames.back().names);
        text += "at stop " + std::to_string(static_cast<int>(task.stop)) + ", ";
    }
    return text + (state.over ? "| over: " + state.ending : "");
}

}  // namespace errata::oracle
