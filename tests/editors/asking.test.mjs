// What an editor asks at a place of a text, and the edits that it is offered.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { apply_everywhere, edits_by_name, range_of, scenario } from "./support.mjs";

const labels = (items) => items.map((one) => one.label);
const kind = { Field: 5, Value: 12, Keyword: 14, Snippet: 15 };
const snippet = 2;

// --- completion

scenario("completion: the fields behind a dot", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const game = client.open("market.rules");
    game.type("s.is_sold := yes|", "\n    s.");
    const fields = await game.completion(game.at("    s.|\n"));
    assert.deepEqual(labels(fields), ["is_sold", "mood", "price"]);
    assert.ok(fields.every((one) => one.kind === kind.Field));
    assert.equal(fields[1].detail, "weather");
    // Also when the name is half written: it takes the place of what is there.
    game.type("    s.|\n", "mo");
    const mood = (await game.completion(game.at("    s.mo|\n"))).find((one) => one.label === "mood");
    assert.deepEqual(mood.textEdit, { range: range_of(game.text, "    s.|mo|\n"), newText: "mood" });
    game.apply([mood.textEdit]);
    game.type("    s.mood|\n", " := fog");
    await game.is_clean();
});

scenario("completion: values of the type that is wanted come first", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const game = client.open("market.rules");
    game.replace("weather := |rain|", "");
    const values = (await game.completion(game.at("weather := |\n"))).slice(0, 3);
    assert.deepEqual(labels(values).sort(), ["fog", "rain", "sun"]);
    assert.ok(values.every((one) => one.kind === kind.Value));
    game.type("weather := |\n", "ra");
    const rain = (await game.completion(game.at("weather := ra|\n"))).find((one) => one.label === "rain");
    game.apply([rain.textEdit]);
    assert.match(game.text, /weather := rain\n/);
    await game.is_clean();
});

scenario("completion: the words that begin an item, at the margin", async ({ workspace, start }) => {
    workspace.take("zoo");
    const client = await start();
    const game = client.open("zoo.rules");
    game.type("hunger: 0..3 = 1 }\n|", "\n");
    const items = await game.completion(game.at("hunger: 0..3 = 1 }\n|"));
    for (const word of ["action", "check", "phrase", "rule", "setup"]) {
        const found = items.find((one) => one.label === word);
        assert.equal(found?.kind, kind.Keyword, word);
    }
    // A word of this game, and none that stands inside of items.
    assert.ok(labels(items).includes("animal"));
    assert.ok(!labels(items).includes("choose"));
});

scenario("completion: a line of card text, with holes as snippets", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start();
    const game = client.open("lighthouse.rules");
    game.type("light 2 candles.|", "\n  ");
    const lines = await game.completion(game.at("light 2 candles.\n  |"));
    const bell = lines.find((one) => one.label.startsWith("When the bell rings"));
    assert.equal(bell.kind, kind.Snippet);
    assert.equal(bell.insertTextFormat, snippet);
    assert.equal(bell.textEdit.newText, "When the bell rings, ${1:e}");
    game.type("light 2 candles.\n  |", "When the horn blows, ");
    const effects = await game.completion(game.at("light 2 candles.\n  When the horn blows, |"));
    const light = effects.find((one) => one.label.startsWith("light"));
    assert.match(light.textEdit.newText, /^light \$\{1:n\} candle/);
    assert.ok(labels(effects).includes("ring the bell"));
    assert.ok(!labels(effects).some((one) => one.startsWith("When")));
    game.type("light 2 candles.\n  When the horn blows, |", "ring the ");
    assert.deepEqual(labels(await game.completion(game.at("When the horn blows, ring the |\n"))), ["bell"]);
});

scenario("completion: no snippets for an editor that takes none", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start({ capabilities: {} });
    const game = client.open("lighthouse.rules");
    game.type("light 2 candles.|", "\n  ");
    const lines = await game.completion(game.at("light 2 candles.\n  |"));
    assert.ok(lines.length > 0);
    for (const line of lines) {
        assert.equal(line.insertTextFormat ?? 1, 1);
        assert.ok(!line.textEdit.newText.includes("$"), line.textEdit.newText);
    }
});

scenario("completion: nothing in a comment or in a title", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const game = client.open("market.rules");
    assert.deepEqual(await game.completion(game.at("Somebody buys| what")), []);
    assert.deepEqual(await game.completion(game.at("It rains| in the end")), []);
});

// --- hover

async function hovered(document, place) {
    const answer = await document.ask("hover", document.at(place));
    return answer && { text: answer.contents.value, range: answer.range };
}

scenario("hover: a name tells its declaration and the comment above it", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const game = client.open("market.rules");
    const told = await hovered(game, "- |price_of(s)");
    assert.deepEqual(told.range, range_of(game.text, "- |price_of|(s)"));
    assert.match(told.text, /define price_of\(s: stall\): number/);
    assert.match(told.text, /In the rain everything is cheap\./);
    assert.match(told.text, /stalls\.rules:7/);
});

scenario("hover: a word of the language tells its form", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const game = client.open("market.rules");
    const told = await hovered(game, "    |phase noon");
    assert.deepEqual(told.range, range_of(game.text, "    |phase| noon"));
    assert.match(told.text, /phase NAME \{ STATEMENTS \}/);
    assert.equal(await hovered(game, "|\nplayer Ann"), null);
});

scenario("hover: a line of a card tells how it is read", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start();
    const game = client.open("lighthouse.rules");
    const told = await hovered(game, "light 2 |candles.");
    assert.deepEqual(told.range, range_of(game.text, "When the bell rings, light 2 candles."));
    assert.match(told.text, /When the bell rings, \{e: effect\}/);
    assert.match(told.text, /light \{n: number\} candle/);
});

scenario("hover: a line of a table tells how it is read", async ({ workspace, start }) => {
    workspace.take("zoo");
    const client = await start();
    const table = client.open("animals.csv");
    assert.match((await hovered(table, "anybody |roars")).text, /When anybody roars, \{e: effect\}/);
    assert.match((await hovered(table, "S|eal")).text, /Seal,2/);
});

scenario("hover: a row of the rulebook tells what the catalogue says", async ({ workspace, start }) => {
    workspace.take("market");
    const rows = ["| Id | Kind | Statement |", "|---|---|---|", "| MAR-7 | rule | Fish is sold at noon. |"];
    workspace.write("book.md", `${rows.join("\n")}\n`);
    const cited = 'meta { catalogue: "book.md" }\n\naction buy(s: stall) [MAR-7] {';
    workspace.replace("market.rules", "action buy(s: stall) {", cited);
    const client = await start();
    const game = client.open("market.rules");
    await game.is_clean();
    const told = await hovered(game, "[MA|R-7]");
    assert.match(told.text, /Fish is sold at noon\./);
    assert.deepEqual(told.range, range_of(game.text, "[|MAR-7|]"));
});

// --- where a name is

// "market.rules 19:4-9"
const spot = (name, { start, end }) => `${name} ${start.line}:${start.character}-${end.character}`;
const spots = (workspace, locations) =>
    locations.map((one) => spot(workspace.name(one.uri), one.range)).sort();
const place = (workspace, name, words) => spot(name, range_of(workspace.read(name), words));

scenario("definition: in the other file, and of an import the file", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const game = client.open("market.rules");
    const found = await game.ask("definition", game.at("- price|_of(s)"));
    assert.deepEqual(spots(workspace, [found]), [place(workspace, "stalls.rules", "define |price_of|")]);
    const file = await game.ask("definition", game.at('import "st|alls.rules"'));
    assert.equal(file.uri, workspace.uri("stalls.rules"));
    const stalls = client.open("stalls.rules");
    // What is not saved counts.
    stalls.type("|-- Two stalls", "-- New\n");
    const moved = await game.ask("definition", game.at("- price|_of(s)"));
    assert.deepEqual(moved.range, range_of(stalls.text, "define |price_of|"));
    assert.equal(await game.ask("definition", game.at("|\nplayer Ann")), null);
});

scenario("definition: a card of a table is its row", async ({ workspace, start }) => {
    workspace.take("zoo");
    const client = await start();
    const game = client.open("zoo.rules");
    const found = await game.ask("definition", game.at("north.animal := Li|on"));
    assert.deepEqual(spots(workspace, [found]), [place(workspace, "animals.csv", "Lion")]);
});

scenario("definition: a line of a card is in its phrase", async ({ workspace, start }) => {
    workspace.take("zoo");
    const client = await start();
    const table = client.open("animals.csv");
    const [found] = [await table.ask("definition", table.at("When anybody |roars"))].flat();
    assert.equal(workspace.name(found.uri), "zoo.rules");
    const phrase = range_of(workspace.read("zoo.rules"), 'phrase line "When anybody roars');
    assert.equal(found.range.start.line, phrase.start.line);
});

scenario("references: in both files, with and without the declaration", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const game = client.open("market.rules");
    const mentions = [
        place(workspace, "market.rules", "weather := |rain|"),
        place(workspace, "market.rules", "weather = |rain|"),
        place(workspace, "stalls.rules", "s.mood = |rain|"),
    ];
    const found = async (includeDeclaration) => {
        const asked = { ...game.at("weather := |rain"), context: { includeDeclaration } };
        return spots(workspace, await game.ask("references", asked));
    };
    assert.deepEqual(await found(false), mentions);
    const declaration = place(workspace, "stalls.rules", "sun, |rain|, fog");
    assert.deepEqual(await found(true), [...mentions, declaration].sort());
    // Those of this file, to be shown.
    const shown = await game.ask("documentHighlight", game.at("weather := |rain"));
    assert.deepEqual(shown.map((one) => spot("market.rules", one.range)).sort(), mentions.slice(0, 2));
});

scenario("references: of a shared name in every spec that has it", async ({ workspace, start }) => {
    share_coins(workspace);
    const client = await start();
    const coins = client.open("coins.rules");
    const asked = { ...coins.at("gold, |silver"), context: { includeDeclaration: false } };
    assert.deepEqual(spots(workspace, await coins.ask("references", asked)), [
        place(workspace, "bank.rules", "purse := |silver|"),
        place(workspace, "shop.rules", "purse := |silver|"),
    ]);
});

function share_coins(workspace) {
    workspace.write("coins.rules", "enum coin: gold, silver\n");
    for (const name of ["bank", "shop"]) {
        const items = [
            `game "${name}"`,
            'import "coins.rules"',
            "state { purse: coin }",
            'turn {\n    purse := silver\n    end "over"\n}\n',
        ];
        workspace.write(`${name}.rules`, items.join("\n\n"));
    }
}

// --- rename

scenario("rename: in two files, one of them open and not saved", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const game = client.open("market.rules");
    game.type("|-- A market square", "-- 🎪 ");
    assert.deepEqual(await game.ask("prepareRename", game.at("weather := ra|in")), {
        range: range_of(game.text, "weather := |rain|"),
        placeholder: "rain",
    });
    const edit = await game.ask("rename", { ...game.at("weather := ra|in"), newName: "drizzle" });
    apply_everywhere(workspace, edit, [game]);
    assert.deepEqual(Object.keys(edits_by_name(workspace, edit)).sort(), ["market.rules", "stalls.rules"]);
    assert.match(game.text, /weather := drizzle/);
    assert.match(workspace.read("stalls.rules"), /enum weather: sun, drizzle, fog/);
    assert.match(workspace.read("stalls.rules"), /if s\.mood = drizzle then/);
    game.save();
    game.close();
    client.files_changed("stalls.rules");
    await client.open("market.rules").is_clean();
    await client.open("stalls.rules").is_clean();
});

scenario("rename: a card takes quotes where its new name needs them", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    workspace.replace("lighthouse.rules", "upper.card := any", "upper.card := Gull");
    const client = await start();
    const game = client.open("lighthouse.rules");
    const edit = await game.ask("rename", { ...game.at("card Gu|ll"), newName: "Old Gull" });
    apply_everywhere(workspace, edit, [game]);
    assert.match(game.text, /^card "Old Gull"$/m);
    assert.match(game.text, /upper\.card := "Old Gull"/);
    await game.diagnostics((all) => all.every((one) => one.code === "loop.mandatory"));
    assert.deepEqual(await game.ask("prepareRename", game.at('card "Old| Gull"')), {
        range: range_of(game.text, 'card "|Old Gull|"'),
        placeholder: "Old Gull",
    });
});

scenario("rename: refused where it cannot be done", async ({ workspace, start }) => {
    workspace.take("zoo");
    const client = await start();
    const game = client.open("zoo.rules");
    const table = client.open("animals.csv");
    const refused = async (document, place, newName, why) => {
        const { message } = await document.refusal("rename", { ...document.at(place), newName });
        assert.match(message, why);
    };
    // A name that also stands in a table.
    await refused(game, "north.animal := Li|on", "Tiger", /animals\.csv/);
    await refused(table, "Li|on", "Tiger", /animals\.csv/);
    assert.match((await game.refusal("prepareRename", game.at("animal := Li|on"))).message, /animals\.csv/);
    // A word of the language is no name, and none can be called so.
    await refused(game, "    ph|ase morning", "stage", /No name/);
    await refused(game, "action fe|ed", "then", /'then'/);
    await refused(game, "action fe|ed", "feed them", /'feed them'/);
    await refused(game, "action fe|ed", "", /''/);
    // Something else is called so.
    await refused(game, "action fe|ed", "roar", /./);
    // Not every place of a name is known in a spec with errors.
    game.replace("north.animal := Lion", "north.animal := Lioness");
    await refused(game, "action fe|ed", "nourish", /zoo\.rules:[0-9]+/);
});

scenario("rename: no spec breaks that shares the file", async ({ workspace, start }) => {
    share_coins(workspace);
    const client = await start();
    const coins = client.open("coins.rules");
    const asked = coins.ask("rename", { ...coins.at("gold, |silver"), newName: "copper" });
    const edit = await asked.catch(() => ({ changes: {} }));
    apply_everywhere(workspace, edit, [coins]);
    client.files_changed("bank.rules", "shop.rules");
    await client.open("bank.rules").is_clean();
    await client.open("shop.rules").is_clean();
});

// Where a name stands: in each text every `lorem`.
const stands = {
    "in the label of a choice": {
        kind: ["kind stall: fish, bread { seen: bool }"],
        noon: 'choose lorem: stall by Ann "visits {lorem}" { lorem.seen := yes }',
    },
    "in the label of an option": {
        kind: ["kind stall: fish, bread { seen: bool }"],
        noon: 'choose by Ann { option "visits {lorem}" for lorem: stall { lorem.seen := yes } }',
    },
    "behind `while`": {
        kind: ["zone place: yard, shed", "kind cart: red { lorem: place = yard, load: 0..2 while lorem }"],
        noon: "red.lorem := shed",
    },
    "behind `per`": {
        kind: ["kind cart: red { moved: bool per lorem }"],
        noon: "phase lorem { red.moved := yes }",
    },
    "behind `phase =`": {
        noon: "phase lorem { coins := 1 }",
        claims: ['check "A coin" never phase = lorem and coins = 0'],
    },
    "behind `at`": {
        kind: ['rule "Pay" { at lorem { coins += 1 } }'],
        noon: "phase lorem { nothing }",
    },
    "among the links of sites": {
        kind: ["sites village: lorem, Brook links lorem - Brook"],
        noon: "if adjacent(lorem, Brook) { coins := 1 }",
    },
    "as a role behind `when`": {
        kind: ["action pay(lorem: player) { coins += 1 }", 'rule "Pay" { when pay(lorem) { coins += 1 } }'],
        noon: "pay(Ann)",
    },
    "as what a derived value is of": {
        kind: [
            "kind cart: red, blue { card: card }",
            "printed card on cart if this.card = it",
            "derived is_fast(c: cart): bool layer 1 = no",
            "card Horse\n  All run.",
            'phrase line "All run." = { for each lorem: cart with lorem != this { is_fast(lorem) := yes } }',
        ],
    },
    "in the default of another field": {
        kind: ["kind cart: red { lorem: player, driver: player = lorem }"],
    },
    "in a setting of `meta`": {
        kind: ["window lorem from Ann", "meta { agenda: stack, responses: lorem }"],
    },
    "in what is expected of a field": {
        state: "lorem: 0..3",
        claims: ['rule "Pay" { at dusk { lorem += 1 } }', 'expect contradiction.invariant about "lorem"'],
    },
    "in what is expected of a phase": {
        noon: "phase lorem { coins += 1 }",
        claims: ['expect contradiction.invariant about "lorem"'],
    },
    "in what is expected of a rule": {
        kind: ['rule "lorem" { at dusk { coins += 1 } }'],
        claims: ['expect contradiction.invariant about "lorem"'],
    },
};

for (const [where, of] of Object.entries(stands)) {
    scenario(`rename: a name ${where}`, async ({ workspace, start }) => {
        const { kind = [], state = "coins: 0..3", noon = "nothing", claims = [] } = of;
        const turn = `turn {\n    ${noon}\n    phase dusk { nothing }\n}`;
        const items = ['game "Names"', "player Ann", `state { ${state} }`, ...kind, turn, ...claims];
        workspace.write("names.rules", `${items.join("\n\n")}\n`);
        const client = await start({ initializationOptions: { checkOnSave: false } });
        const game = client.open("names.rules");
        await game.is_clean();
        const expected = game.text.replaceAll("lorem", "ipsum");
        const edit = await game.ask("rename", { ...game.at("lo|rem"), newName: "ipsum" });
        apply_everywhere(workspace, edit, [game]);
        assert.equal(game.text, expected);
    });
}

// --- the outline

scenario("symbols: of a text, with what is inside of them", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start();
    const game = client.open("lighthouse.rules");
    const symbols = await game.ask("documentSymbol");
    const of = (name) => symbols.find((one) => one.name.includes(name));
    for (const one of symbols) assert.ok(is_inside(one.selectionRange, one.range), one.name);
    assert.deepEqual(labels_of(of("state").children), ["candles"]);
    assert.deepEqual(labels_of(of("lamp").children), ["card"]);
    assert.deepEqual(labels_of(of("turn").children), ["night"]);
    const gull = of("Gull");
    assert.deepEqual(gull.selectionRange, range_of(game.text, "card |Gull|"));
    assert.deepEqual(gull.range.start, range_of(game.text, "card Gull").start);
    const lines = symbols.map((one) => one.range.start.line);
    assert.deepEqual(
        lines,
        [...lines].sort((a, b) => a - b),
    );
});

const labels_of = (symbols) => symbols.map((one) => one.name);
const is_before = (a, b) => a.line < b.line || (a.line === b.line && a.character <= b.character);
const is_inside = (inner, outer) => is_before(outer.start, inner.start) && is_before(inner.end, outer.end);

scenario("symbols: of the whole workspace, by a part of the name", async ({ workspace, start }) => {
    workspace.take("market", "market");
    workspace.take("zoo", "zoo");
    const client = await start();
    await client.open("market/market.rules").is_clean();
    await client.open("zoo/zoo.rules").is_clean();
    const found = await client.ask("workspace/symbol", { query: "PRICE" });
    assert.deepEqual(labels_of(found).sort(), ["price", "price_of"]);
    assert.deepEqual(spots(workspace, [found.find((one) => one.name === "price").location]), [
        place(workspace, "market/stalls.rules", "|price|: 1..3"),
    ]);
    const [ape] = await client.ask("workspace/symbol", { query: "ape" });
    assert.deepEqual(spots(workspace, [ape.location]), [place(workspace, "zoo/animals.csv", "Ape")]);
    assert.deepEqual(await client.ask("workspace/symbol", { query: "no such name" }), []);
});

scenario("folding: items, blocks and comments", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const game = client.open("market.rules");
    game.type("|-- A market square", "-- One\n-- Two\n");
    const folds = await game.ask("foldingRange");
    const line = (words) => range_of(game.text, words).start.line;
    const of = (words) => folds.find((one) => one.startLine === line(words));
    assert.deepEqual(of("-- One"), { startLine: 0, endLine: 2, kind: "comment" });
    assert.equal(of("action buy").endLine, line("turn {") - 2);
    assert.equal(of("turn {").endLine, line("check ") - 2);
    assert.equal(of("phase noon").endLine, line("weather := rain") - 1);
    assert.equal(of("player Ann"), undefined);
});

// --- formatting

scenario("formatting: as the command does it", async ({ workspace, start }) => {
    workspace.take("zoo");
    const client = await start();
    const game = client.open("zoo.rules");
    const options = { tabSize: 4, insertSpaces: true };
    assert.deepEqual(await game.ask("formatting", { options }), []);
    game.replace("    phase morning {\n", "  phase   morning {   -- 🦭\n\n");
    game.replace("north.animal := Lion", "north.animal:=Lion;");
    const expected = execFileSync(process.env.ERRATA, ["fmt", "-"], { input: game.text, encoding: "utf8" });
    game.apply(await game.ask("formatting", { options }));
    assert.equal(game.text, expected);
    assert.deepEqual(await game.ask("formatting", { options }), []);
    // What cannot be read cannot be formatted.
    game.replace("turn {", "turn ");
    await game.refusal("formatting", { options });
});

// --- code actions

scenario("action: the name that was meant", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const game = client.open("market.rules");
    game.replace('check "It rains in the end" reachable weather', 'check "🌧 é" reachable wether');
    await game.diagnostics((all) => all.length === 1);
    const action = await game.action("|wether| = rain", "'weather'");
    assert.equal(action.kind, "quickfix");
    assert.equal(action.isPreferred, true);
    apply_everywhere(workspace, action.edit, [game]);
    assert.match(game.text, /reachable weather = rain/);
    await game.is_clean();
    assert.deepEqual(await game.actions("reachable |weather| = rain"), []);
});

scenario("action: quotes around a name of several words", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    workspace.replace("lighthouse.rules", "card Gull", 'card "Old Gull"');
    workspace.replace("lighthouse.rules", "upper.card := any", "upper.card := Old Gull");
    const client = await start();
    const game = client.open("lighthouse.rules");
    await game.diagnostics((all) => all.length > 0);
    const action = await game.action("upper.card := |Old| Gull", "quotes");
    apply_everywhere(workspace, action.edit, [game]);
    assert.match(game.text, /upper\.card := "Old Gull"/);
    await game.diagnostics((all) => all.every((one) => one.code === "loop.mandatory"));
});

scenario("action: declare a phrase for a line that none reads", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    workspace.replace("lighthouse.rules", "light 2 candles.", "put out 2 candles.");
    const client = await start();
    const game = client.open("lighthouse.rules");
    const [wrong] = await game.diagnostics();
    assert.deepEqual(wrong.range.start, range_of(game.text, "|put out 2").start);
    const action = await game.action("put out |2| candles", "Declare a phrase");
    apply_everywhere(workspace, action.edit, [game]);
    // It stands behind the other phrases and waits for its meaning.
    assert.match(game.text, /candles \+ n\) \}\n+phrase effect "put out \{n: number\} candles" = …\n/);
    game.replace("= …", "= do { candles := max(0, candles - n) }");
    await game.is_clean();
});

scenario("action: declare a phrase for a line of a table", async ({ workspace, start }) => {
    workspace.take("zoo");
    const client = await start();
    const table = client.open("animals.csv");
    table.replace("be quiet", "sing");
    await table.diagnostics((all) => all.length === 1);
    const action = await table.action("roars, |sing|", "Declare a phrase");
    assert.deepEqual(Object.keys(edits_by_name(workspace, action.edit)), ["zoo.rules"]);
});

scenario("action: the first phrase of a game does not go into its table", async ({ workspace, start }) => {
    workspace.take("zoo");
    workspace.write("zoo.rules", workspace.read("zoo.rules").replace(/^phrase .*\n/gm, ""));
    const client = await start();
    const table = client.open("animals.csv");
    await table.diagnostics((all) => all.length > 0);
    const action = await table.action("anybody |roars|", "Declare a phrase");
    assert.deepEqual(Object.keys(edits_by_name(workspace, action.edit)), ["zoo.rules"]);
});
