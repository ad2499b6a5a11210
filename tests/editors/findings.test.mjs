// What a check finds: told when a text was opened or saved, taken back with the next edit.
import assert from "node:assert/strict";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { apply_everywhere, edits_by_name, range_of, scenario } from "./support.mjs";

const mirror = "When the bell rings, blow the horn.";
const gull = "When the horn blows, ring the bell.";
const is_loop = (one) => one.code === "loop.mandatory";
const has_loop = (all) => all.some(is_loop);
const has_no_loop = (all) => !all.some(is_loop);

// A search that takes longer than anybody waits.
const abacus = `game "Abacus"

player Ann

kind wire: a, b, c, d, e, f, g, h { beads: 0..9 }

turn {
    choose w: wire with w.beads < 9 by Ann "moves {w}" { w.beads += 1 } otherwise { end "full" }
}

check "It fills up" reachable every w: wire satisfies w.beads = 9
`;

scenario("findings: two cards that repeat for ever, with their places", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start();
    const game = client.open("lighthouse.rules");
    const found = (await game.diagnostics(has_loop)).filter(is_loop);
    assert.equal(found.length, 1);
    const [loop] = found;
    assert.deepEqual(loop.range, range_of(game.text, mirror));
    assert.equal(loop.severity, 1);
    assert.match(loop.message, /Mirror[^]*Gull/);
    const places = loop.relatedInformation.map((one) => one.location);
    assert.deepEqual(places, [{ uri: game.uri, range: range_of(game.text, gull) }]);
});

scenario("findings: gone with the next edit, back with what they are about", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start();
    const game = client.open("lighthouse.rules");
    await game.diagnostics(has_loop);
    game.replace("|blow the horn|.", "light 1 candle");
    assert.deepEqual(await game.diagnostics(), []);
    await game.checked();
    assert.deepEqual((await game.diagnostics()).filter(is_loop), []);
    game.replace("light 1 candle", "blow the horn");
    game.save();
    const [loop] = await game.diagnostics(has_loop);
    assert.deepEqual(loop.range, range_of(game.text, mirror));
    // They move with the lines, for a comment says nothing of the game.
    game.type("|-- Two of the cards", "-- 🔔\n");
    const [moved] = await game.diagnostics(has_loop);
    assert.deepEqual(moved.range, range_of(game.text, mirror));
});

scenario("findings: a change in another file takes them back", async ({ workspace, start }) => {
    workspace.take("zoo");
    workspace.replace("animals.csv", "roars, be quiet", "roars, ask for food");
    const client = await start();
    const game = client.open("zoo.rules");
    const [loop] = await client.diagnostics("animals.csv", has_loop);
    const table = workspace.read("animals.csv");
    assert.deepEqual(loop.range, range_of(table, 'Lion,3,"When anybody is fed, roar."'));
    const [seal] = loop.relatedInformation;
    assert.equal(workspace.name(seal.location.uri), "animals.csv");
    assert.equal(seal.location.range.start.line, range_of(table, "Seal").start.line);
    game.type("|-- The animals", "enum mood: glad\n");
    await client.diagnostics("animals.csv", has_no_loop);
    game.save();
    await client.diagnostics("animals.csv", has_loop);
    // Another program changes the table.
    workspace.replace("animals.csv", "ask for food", "be quiet");
    client.files_changed("animals.csv");
    await client.diagnostics("animals.csv", has_no_loop);
});

scenario("findings: a fix that was tried settles one", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start();
    const game = client.open("lighthouse.rules");
    await client.until("a check", () => client.checks().length === 1);
    const fix = await game.action(mirror, "Fix that was tried");
    assert.equal(fix.isPreferred, true);
    assert.ok(fix.diagnostics.every(is_loop));
    apply_everywhere(workspace, fix.edit, [game]);
    await game.checked();
    assert.deepEqual((await game.diagnostics()).filter(is_loop), []);
});

scenario("findings: a fix may be in another file, and stand in `meta`", async ({ workspace, start }) => {
    workspace.write(
        "tolls.rules",
        [
            "state { coins: 0..9 = 1 }",
            "action land() { nothing }",
            'rule "Toll" { when land() { coins += 1 } }',
            'rule "Feast" { when land() { coins := 2 * coins } }\n',
        ].join("\n\n"),
    );
    workspace.write(
        "ferry.rules",
        [
            'game "Ferry"',
            'import "tolls.rules"',
            "player Ann",
            "meta { agenda: queue }",
            'turn {\n    phase day { land() }\n    end "evening"\n}\n',
        ].join("\n\n"),
    );
    const client = await start();
    const tolls = client.open("tolls.rules");
    const is_order = (one) => one.code === "order.unowned";
    const [order] = await tolls.diagnostics((all) => all.some(is_order));
    assert.equal(order.range.start.line, range_of(tolls.text, 'rule "Toll"').start.line);
    await client.until("a check", () => client.checks().length === 1);
    const fix = await tolls.action('rule "Toll"', "Fix that was tried");
    assert.deepEqual(Object.keys(edits_by_name(workspace, fix.edit)), ["ferry.rules"]);
    apply_everywhere(workspace, fix.edit, [tolls]);
    assert.match(workspace.read("ferry.rules"), /meta \{[^}]*agenda: queue[^}]*trigger_order: Ann[^}]*\}/);
    client.files_changed("ferry.rules");
    await tolls.checked();
    assert.deepEqual((await tolls.diagnostics()).filter(is_order), []);
});

scenario("findings: one may be accepted", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start();
    const game = client.open("lighthouse.rules");
    await game.diagnostics(has_loop);
    const accept = await game.action(mirror, "Accept");
    apply_everywhere(workspace, accept.edit, [game]);
    assert.match(game.text, /\naccept "[0-9a-f]+"/);
    await game.checked();
    assert.deepEqual(
        (await game.diagnostics()).filter((one) => one.severity === 1),
        [],
    );
});

scenario("findings: a page shows one in full", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start();
    const game = client.open("lighthouse.rules");
    await game.diagnostics(has_loop);
    const { command } = await game.action(mirror, "Show the play");
    assert.equal(command.command, "errata.page");
    const { uri, anchor } = await client.execute(command.command, ...command.arguments);
    const page = fs.readFileSync(fileURLToPath(uri), "utf8");
    assert.match(page, /^<!doctype html>/i);
    assert.ok(page.includes(`id="${anchor}"`));
    assert.match(page, /Mirror[^]*Gull/);
    await client.until("the page is shown", () => client.heard_of("window/showDocument").length > 0);
    assert.deepEqual(client.heard_of("window/showDocument"), [{ uri: `${uri}#${anchor}`, external: true }]);
    // Of the whole spec, by any of its files.
    assert.deepEqual(await client.execute("errata.page", game.uri), { uri, anchor: "" });
});

scenario("findings: no page of what was never checked", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start({ initializationOptions: { checkOnSave: false } });
    const game = client.open("lighthouse.rules");
    await game.is_clean();
    const refused = (command, ...given) =>
        client.refusal("workspace/executeCommand", { command, arguments: given });
    assert.match((await refused("errata.page", game.uri)).message, /checked/);
    await refused("errata.page");
    await refused("errata.check", 5);
    await refused("errata.nothing");
});

scenario("findings: an editor may check when it likes", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start({ initializationOptions: { checkOnSave: false } });
    const game = client.open("lighthouse.rules");
    game.save();
    await game.settled();
    assert.deepEqual(client.heard_of("window/workDoneProgress/create"), []);
    await client.execute("errata.check", game.uri);
    await game.diagnostics(has_loop);
});

scenario("findings: nothing is checked while something is wrong", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    workspace.replace("lighthouse.rules", '"rings the bell" { ring() }', '"rings the bell" { rin() }');
    const client = await start();
    const game = client.open("lighthouse.rules");
    await game.diagnostics((all) => all.length === 1);
    game.save();
    await game.settled();
    assert.deepEqual(client.heard_of("window/workDoneProgress/create"), []);
    game.replace("{ |rin|() }", "ring");
    await game.is_clean();
    game.save();
    await game.diagnostics(has_loop);
});

// --- while a check runs

const begun = (client) => client.heard_of("$/progress").filter((one) => one.value.kind === "begin");
const ended = (client) => client.heard_of("$/progress").filter((one) => one.value.kind === "end");

scenario("checking: an editor goes on meanwhile, and an edit ends it", async ({ workspace, start }) => {
    workspace.write("abacus.rules", abacus);
    const client = await start();
    const game = client.open("abacus.rules");
    await client.until("a check", () => begun(client).length > 0);
    assert.ok(await game.ask("hover", game.at("w.be|ads += 1")));
    assert.equal(ended(client).length, 0);
    game.replace("moves {w}", "moves {w} along");
    await client.until("its end", () => ended(client).length > 0);
    assert.deepEqual(await game.diagnostics(), []);
});

scenario("checking: the server ends at once when it is told to", async ({ workspace, start }) => {
    workspace.write("abacus.rules", abacus);
    const client = await start();
    client.open("abacus.rules");
    await client.until("a check", () => begun(client).length > 0);
    assert.equal(await client.leave(), 0);
});

scenario("checking: a budget ends it", async ({ workspace, start }) => {
    workspace.write("abacus.rules", abacus);
    const client = await start({ flags: ["--budget", "1000states"] });
    client.open("abacus.rules");
    await client.until("the end of the check", () => ended(client).length === 1);
    await client.until("its result", () => client.checks().length === 1);
});

scenario("checking: what is told to have begun ends, also unfinished", async ({ workspace, start }) => {
    workspace.write("abacus.rules", abacus);
    workspace.take("lighthouse");
    const client = await start();
    const slow = client.open("abacus.rules");
    await client.until("a check", () => begun(client).length === 1);
    // This one waits for the other, and is given up before it runs.
    const game = client.open("lighthouse.rules");
    await client.until("another check", () => begun(client).length === 2);
    game.type("|-- Two of the cards", "-- New\n");
    slow.type("|game", "-- New\n");
    await client.until("the end of both", () => ended(client).length === 2);
});

scenario("checking: each check has a token of its own", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start();
    const game = client.open("lighthouse.rules");
    await client.until("the end of a check", () => ended(client).length === 1);
    game.type("|-- Two of the cards", "-- New\n");
    await game.checked();
    const tokens = begun(client).map((one) => one.token);
    assert.equal(tokens.length, 2);
    assert.notEqual(tokens[0], tokens[1]);
});

scenario("checking: nothing is told that the editor does not take", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start({ capabilities: {} });
    const game = client.open("lighthouse.rules");
    await game.diagnostics(has_loop);
    await client.execute("errata.page", game.uri);
    const methods = new Set(client.heard.map((one) => one.method));
    // Its end is told in words, since it takes no progress.
    methods.delete("window/showMessage");
    assert.deepEqual([...methods], ["errata/checked"]);
});

scenario("checking: two specs of one workspace, each its own findings", async ({ workspace, start }) => {
    workspace.take("lighthouse", "lighthouse");
    workspace.take("zoo", "zoo");
    workspace.replace("zoo/animals.csv", "roars, be quiet", "roars, ask for food");
    const client = await start();
    const game = client.open("lighthouse/lighthouse.rules");
    client.open("zoo/zoo.rules");
    await game.diagnostics(has_loop);
    await client.diagnostics("zoo/animals.csv", has_loop);
    // What is edited in one takes nothing away from the other.
    game.type("|-- Two of the cards", "enum mood: glad\n");
    await game.is_clean();
    await game.settled();
    assert.ok(has_loop(client.told.get("zoo/animals.csv").diagnostics));
});
