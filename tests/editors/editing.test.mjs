// What is told of texts while they are being written.
import assert from "node:assert/strict";
import { position_at, range_of, scenario } from "./support.mjs";

const places = (diagnostics) => diagnostics.map((one) => one.range);
const unchecked = { initializationOptions: { checkOnSave: false } };

scenario("editing: a mistake is told on opening, with its place", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    workspace.replace("lighthouse.rules", '"rings the bell" { ring() }', '"rings the bell" { rin() }');
    const client = await start();
    const document = client.open("lighthouse.rules");
    const [wrong, ...more] = await document.diagnostics();
    assert.deepEqual(more, []);
    assert.deepEqual(wrong.range, range_of(document.text, "{ |rin|() }"));
    assert.equal(wrong.severity, 1);
    assert.equal(wrong.source, "errata");
    assert.match(wrong.message, /'rin'[^]*'ring'/);
});

scenario("editing: a mistake comes with a word and goes with it", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const document = client.open("market.rules");
    await document.is_clean();
    document.type("s.is_sold := yes|", "\n    wether := sun");
    assert.deepEqual(places(await document.diagnostics()), [range_of(document.text, "|wether| := sun")]);
    document.type("    we|ther := sun", "a");
    await document.is_clean();
    document.replace("weather := |sun|", "snow");
    // Lines further up move it.
    document.type("|-- A market square", "\n\n");
    assert.deepEqual(places(await document.diagnostics()), [range_of(document.text, "weather := |snow|")]);
    document.replace("    weather := snow\n", "");
    await document.is_clean();
});

scenario("editing: several changes come in one message", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const document = client.open("market.rules");
    const above = "-- é\n-- 🎪\n";
    // The second one is about the text that the first one leaves.
    document.change(
        { range: range_of(document.text, "|-- A market"), newText: above },
        { range: range_of(above + document.text, "weather := |rain|"), newText: "hail" },
    );
    assert.deepEqual(places(await document.diagnostics()), [range_of(document.text, "weather := |hail|")]);
});

scenario("editing: places are counted in UTF-16 units", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start(unchecked);
    const document = client.open("lighthouse.rules");
    document.replace('"rings the bell" { ring() }', '"läutet 🔔🔔 für Zoë" { rin() }');
    assert.deepEqual(places(await document.diagnostics()), [range_of(document.text, "{ |rin|() }")]);
    document.type("{ rin|() }", "g");
    await document.is_clean();
    document.replace("🔔 für", "é");
    document.replace("{ |ring|() }", "blew");
    assert.deepEqual(places(await document.diagnostics()), [range_of(document.text, "{ |blew|() }")]);
});

scenario("editing: a text stays the same through many changes anywhere", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start(unchecked);
    const document = client.open("lighthouse.rules");
    const other = await start(unchecked);
    const number = numbers_from(7);
    const pieces = ["é", "🔔", "\n", "--", "{", "}", " ", '"', "ring()", "\n  ", "card Owl\n", "", ""];
    for (let round = 0; round < 12; ++round) {
        for (let i = 0; i < 20; ++i) {
            const [begin, end] = whole_signs(document.text, number(document.text.length), number(4));
            const range = {
                start: position_at(document.text, begin),
                end: position_at(document.text, end),
            };
            document.change({ range, newText: pieces[number(pieces.length)] });
        }
        const whole = other.open("lighthouse.rules", document.text);
        assert.deepEqual(await known_of(document), await known_of(whole), `round ${round}`);
        whole.close();
    }
});

async function known_of(document) {
    return {
        diagnostics: await document.diagnostics(),
        symbols: await document.ask("documentSymbol"),
        folds: await document.ask("foldingRange"),
    };
}

// No editor cuts a sign of two units in two.
function whole_signs(text, begin, length) {
    const whole = (at) => (/[\uDC00-\uDFFF]/.test(text[at] ?? "") ? at + 1 : at);
    return [whole(begin), whole(Math.min(begin + length, text.length))];
}

// Numbers from 0 to below what is asked for, the same ones in each run.
function numbers_from(seed) {
    let state = seed;
    return (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
}

scenario("editing: a game is typed from its first sign to its last", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const text = workspace.read("lighthouse.rules");
    workspace.write("lighthouse.rules", "");
    const client = await start(unchecked);
    const document = client.open("lighthouse.rules");
    for (let at = 0; at < text.length; ++at) {
        const place = position_at(text, at);
        document.change({ range: { start: place, end: place }, newText: text[at] });
        await document.completion({ position: position_at(text, at + 1) });
    }
    assert.equal(document.text, text);
    await document.is_clean();
});

scenario("editing: lines may end as in other systems", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    workspace.write("lighthouse.rules", workspace.read("lighthouse.rules").replaceAll("\n", "\r\n"));
    const client = await start();
    const document = client.open("lighthouse.rules");
    const [finding] = await client.has_diagnostics("lighthouse.rules");
    assert.deepEqual(finding.range, range_of(document.text, "When the bell rings, blow the horn."));
    document.replace("{ |ring|() }", "rin");
    const [wrong] = await document.diagnostics();
    assert.deepEqual(wrong.range, range_of(document.text, "{ |rin|() }"));
});

// --- several files

// What it imports has errors of its own, and nothing else is wrong.
const marks = (file) => (all) => all.length === 1 && all[0].message.startsWith(`${file} has 1 error`);

scenario("files: a mistake in an imported file is told there", async ({ workspace, start }) => {
    workspace.take("market");
    workspace.replace("stalls.rules", "else s.price", "else s.prize");
    const client = await start();
    const game = client.open("market.rules");
    const [wrong] = await client.has_diagnostics("stalls.rules");
    assert.deepEqual(wrong.range, range_of(workspace.read("stalls.rules"), "else s.|prize|"));
    await game.diagnostics(marks("stalls.rules"));
    const stalls = client.open("stalls.rules");
    await stalls.diagnostics((all) => all.length === 1);
    stalls.replace("prize", "price");
    await stalls.is_clean();
    // What was not saved is gone.
    stalls.close();
    await client.has_diagnostics("stalls.rules");
    const again = client.open("stalls.rules");
    again.replace("prize", "price");
    again.save();
    again.close();
    await client.has_none("stalls.rules");
});

scenario("files: a mistake that is made in another file is told there", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const game = client.open("market.rules");
    const stalls = client.open("stalls.rules");
    await stalls.is_clean();
    stalls.replace("rain, fog", "drizzle, fog");
    await client.has_diagnostics("market.rules");
    const own = client.told.get("market.rules").diagnostics.filter((one) => one.code);
    assert.deepEqual(places(own), [
        range_of(game.text, "weather := |rain|"),
        range_of(game.text, "weather = |rain|"),
    ]);
    stalls.replace("drizzle, fog", "rain, fog");
    await client.has_none("market.rules");
});

scenario("files: an import that leads nowhere is told while it does", async ({ workspace, start }) => {
    workspace.take("market");
    workspace.delete("stalls.rules");
    const client = await start();
    const game = client.open("market.rules");
    const [wrong] = await game.diagnostics((all) => all.length > 0);
    assert.deepEqual(wrong.range, range_of(game.text, 'import "stalls.rules"'));
    // A file that is in the editor alone is a file.
    const kinds = "enum weather: sun, rain\n\nkind stall: fish { is_sold: bool }\n\n";
    const stalls = client.open("stalls.rules", `${kinds}define price_of(s: stall): number = 2\n`);
    await client.has_none("market.rules");
    stalls.close();
    await client.has_diagnostics("market.rules");
    // Another program writes it.
    workspace.take("market");
    client.files_changed("stalls.rules");
    await client.has_none("market.rules");
});

scenario("files: a file that is deleted while it is open counts as it is", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const game = client.open("market.rules");
    await game.is_clean();
    workspace.delete("market.rules");
    client.files_changed("market.rules");
    game.replace("weather := |rain|", "hail");
    assert.deepEqual(places(await game.diagnostics()), [range_of(game.text, "weather := |hail|")]);
    assert.ok(await game.ask("hover", game.at("|coins: 0..9")));
});

scenario("files: a file that is deleted and closed leaves nothing behind", async ({ workspace, start }) => {
    workspace.take("market", "town");
    workspace.take("zoo", "zoo");
    const client = await start({ roots: ["town", "zoo"] });
    const zoo = client.open("zoo/zoo.rules");
    const game = client.open("town/market.rules");
    game.replace("weather := |rain|", "hail");
    await game.diagnostics((all) => all.length === 1);
    workspace.delete("town/market.rules");
    client.files_changed("town/market.rules");
    game.close();
    await client.has_none("town/market.rules");
    await game.refusal("hover", game.at("|coins: 0..9"));
    // Nothing is wrong with the file that it imported.
    await zoo.settled();
    assert.deepEqual(client.told.get("town/stalls.rules")?.diagnostics ?? [], []);
});

scenario("files: a game that is in the editor alone is a game", async ({ start }) => {
    const client = await start();
    const game = client.open("new.rules", 'game "New"\n\nturn { end "ower" }\n\ncheck "x" never hail\n');
    assert.deepEqual(places(await game.diagnostics()), [range_of(game.text, "never |hail|")]);
});

scenario("files: two specs share a file", async ({ workspace, start }) => {
    workspace.write("coins.rules", "enum coin: gold, silver\n");
    const game = (title) => [
        `game "${title}"`,
        'import "coins.rules"',
        "state { purse: coin }",
        'turn { purse := silver\n    end "over" }\n',
    ];
    workspace.write("bank.rules", game("Bank").join("\n\n"));
    workspace.write("shop.rules", game("Shop").join("\n\n"));
    const client = await start();
    const coins = client.open("coins.rules");
    await coins.is_clean();
    coins.replace("silver", "copper");
    for (const name of ["bank.rules", "shop.rules"]) {
        const all = await client.has_diagnostics(name);
        assert.deepEqual(places(all), [range_of(workspace.read(name), "purse := |silver|")]);
    }
    await coins.is_clean();
    coins.replace("copper", "silver");
    await client.has_none("bank.rules");
    await client.has_none("shop.rules");
    // What is wrong with the file itself is told once.
    coins.replace("gold, silver", "gold, silver, gold");
    const wrong = await coins.diagnostics();
    assert.deepEqual(places(wrong), [range_of(coins.text, "silver, |gold|")]);
});

scenario("files: names of folders and files may have any signs", async ({ workspace, start }) => {
    workspace.take("market", "Bär & Söhne (2), 50% #1");
    const client = await start();
    const document = client.open("Bär & Söhne (2), 50% #1/market.rules");
    document.replace("weather := |rain|", "hail");
    assert.deepEqual(places(await document.diagnostics()), [range_of(document.text, "weather := |hail|")]);
    const found = await document.ask("definition", document.at("|price_of"));
    assert.equal(workspace.name(found.uri), "Bär & Söhne (2), 50% #1/stalls.rules");
});

// --- files outside of what the editor has open

scenario("files: a game outside of every folder is read with its imports", async ({ workspace, start }) => {
    workspace.take("market", "away");
    workspace.replace("away/stalls.rules", "else s.price", "else s.prize");
    workspace.write("here/empty.rules", "");
    const client = await start({ roots: ["here"] });
    const game = client.open("away/market.rules");
    await game.diagnostics(marks("stalls.rules"));
    const [wrong] = await client.has_diagnostics("away/stalls.rules");
    assert.deepEqual(wrong.range, range_of(workspace.read("away/stalls.rules"), "else s.|prize|"));
    // Also when both are open.
    const stalls = client.open("away/stalls.rules");
    await stalls.diagnostics((all) => all.length === 1);
});

scenario("files: without any folder a game is read with its imports", async ({ workspace, start }) => {
    workspace.take("market");
    workspace.replace("stalls.rules", "else s.price", "else s.prize");
    const client = await start({ roots: [] });
    const stalls = client.open("stalls.rules");
    await stalls.diagnostics();
    client.open("market.rules");
    await stalls.diagnostics((all) => all.length === 1);
});

scenario("files: a text that was never saved is no file, and no harm", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const textDocument = { uri: "untitled:Untitled-1" };
    client.tell("textDocument/didOpen", {
        textDocument: { ...textDocument, languageId: "errata", version: 1, text: 'game "New"\n' },
    });
    client.tell("textDocument/didChange", {
        textDocument: { ...textDocument, version: 2 },
        contentChanges: [{ text: "turn { }" }],
    });
    const position = { line: 0, character: 2 };
    for (const method of ["hover", "completion", "definition", "documentSymbol", "formatting"]) {
        const asked = client.ask(`textDocument/${method}`, { textDocument, position });
        // Nothing, or a refusal.
        assert.ok(!(await asked.catch(() => null)), method);
    }
    client.tell("textDocument/didClose", { textDocument });
    await client.open("market.rules").is_clean();
    assert.equal(await client.leave(), 0);
});

// --- tables

scenario("tables: a wrong cell of a table is told at the cell", async ({ workspace, start }) => {
    workspace.take("zoo");
    workspace.replace("animals.csv", "Seal,2", "Seal,7");
    const client = await start();
    const game = client.open("zoo.rules");
    await game.diagnostics(marks("animals.csv"));
    const [wrong, ...more] = await client.has_diagnostics("animals.csv");
    assert.deepEqual(more, []);
    assert.deepEqual(wrong.range, range_of(workspace.read("animals.csv"), "Seal,|7|"));
    // Another program mends it.
    workspace.replace("animals.csv", "Seal,7", "Seal,2");
    client.files_changed("animals.csv");
    await client.has_none("animals.csv");
});

scenario("tables: a table that is open and not saved counts as it is", async ({ workspace, start }) => {
    workspace.take("zoo");
    const client = await start();
    const table = client.open("animals.csv");
    await table.is_clean();
    table.replace("Seal,2", "Séal 🦭,3🦭x");
    assert.deepEqual(places(await table.diagnostics()), [range_of(table.text, "🦭,|3🦭x|")]);
    table.replace("3🦭x", "3");
    await table.is_clean();
    table.replace("roars, be quiet", "roars, 🦭 dance");
    const [wrong] = await table.diagnostics();
    assert.deepEqual(wrong.range.start, range_of(table.text, "roars, |🦭").start);
    table.close();
    await client.has_none("animals.csv");
});
