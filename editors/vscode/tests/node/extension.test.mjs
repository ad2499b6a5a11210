// The extension as it is shipped, in an editor and with a server that are none.
import assert from "node:assert/strict";
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadExtension, makeEditor } from "./editor.mjs";

async function until(isSo) {
  for (let tries = 0; tries < 500 && !isSo(); ++tries) await new Promise((wake) => setTimeout(wake, 10));
  assert.ok(isSo(), `waited in vain: ${isSo}`);
}

/** Runs a test with a server, and ends both. */
async function served(options, run) {
  const folder = mkdtempSync(join(tmpdir(), "errata-test-"));
  const program = join(folder, "server.mjs");
  copyFileSync(new URL("server.mjs", import.meta.url), program);
  chmodSync(program, 0o755);
  process.env.ERRATA_TEST_FOLDER = folder;
  const settings = { "errata.path": program, ...options };
  const editor = makeEditor({ settings, file: "/game/cards.rules" });
  const extension = loadExtension(editor.vscode);
  extension.activate({ subscriptions: [] });
  try {
    await until(() => editor.commands.has("errata.page"));
    await run(editor, folder);
    assert.deepEqual(editor.messages, []);
  } finally {
    await extension.deactivate();
    rmSync(folder, { recursive: true });
  }
}

test("its commands are there at once, and a missing program is told once", async () => {
  const settings = { "errata.path": "/no/such/errata" };
  const editor = makeEditor({ settings, file: "/game/cards.rules", answer: "Open the setting" });
  loadExtension(editor.vscode).activate({ subscriptions: [] });
  assert.deepEqual([...editor.commands.keys()], ["errata.checkSpec", "errata.showReport", "errata.playSpec"]);
  await until(() => editor.executed.length > 0);
  assert.deepEqual(editor.messages, [
    {
      message: 'Errata is not installed here: there is no program "/no/such/errata".',
      buttons: ["Open the setting"],
    },
  ]);
  assert.deepEqual(editor.executed, [["workbench.action.openSettings", "errata.path"]]);
});

test("a command without a server tells why there is none", async () => {
  const editor = makeEditor({ settings: { "errata.path": "/no/such/errata" }, file: "/game/cards.rules" });
  loadExtension(editor.vscode).activate({ subscriptions: [] });
  await until(() => editor.messages.length > 0);
  await editor.commands.get("errata.checkSpec")();
  assert.equal(editor.messages.length, 2);
  assert.deepEqual(editor.messages[1], editor.messages[0]);
});

test("a wrong argument is told in the words of the program", async () => {
  const program = fileURLToPath(new URL("server.mjs", import.meta.url));
  const settings = { "errata.path": program, "errata.arguments": ["--wrong"] };
  const editor = makeEditor({ settings, file: "/game/cards.rules" });
  loadExtension(editor.vscode).activate({ subscriptions: [] });
  await until(() => editor.messages.length > 0);
  assert.match(editor.messages[0].message, /cannot serve this editor\. errata: --wrong was not expected$/);
});

test("the settings reach the server, and it is told not to open pages itself", () =>
  served({ "errata.checkOnSave": false }, (_, folder) => {
    const told = JSON.parse(readFileSync(join(folder, "initialize.json"), "utf8"));
    assert.deepEqual(told.initializationOptions, { checkOnSave: false });
    assert.equal(told.capabilities.window.showDocument, undefined);
    assert.equal(told.capabilities.window.workDoneProgress, true);
  }));

test("the status bar shows the summary of the spec in front", () =>
  served({}, async (editor) => {
    assert.equal(editor.shown, undefined);
    await editor.commands.get("errata.checkSpec")();
    await until(() => editor.shown);
    assert.match(editor.shown, /1 problem$/);
  }));

test("a changed setting starts the server again, with its commands once", () =>
  served({}, async (editor) => {
    const before = editor.commands.get("errata.page");
    await editor.commands.get("errata.checkSpec")();
    await until(() => editor.shown);
    editor.changeSettings();
    assert.equal(editor.shown, undefined);
    await until(() => ![undefined, before].includes(editor.commands.get("errata.page")));
    await editor.commands.get("errata.checkSpec")();
    await until(() => editor.shown);
  }));

test("a spec has one webview, which a code action and a check refresh", () =>
  served({}, async (editor) => {
    await editor.commands.get("errata.showReport")();
    assert.equal(editor.panels.length, 1);
    const [panel] = editor.panels;
    assert.equal(panel.title, "Report: duel.rules");
    assert.match(panel.webview.html, /\{"anchor":"","number":1\}/);

    await editor.commands.get("errata.page")("/game/duel.rules", "12ab");
    assert.equal(editor.panels.length, 1);
    assert.equal(panel.reveals, 2);
    assert.match(panel.webview.html, /\{"anchor":"12ab","number":2\}/);

    await editor.commands.get("errata.checkSpec")();
    await until(() => panel.webview.html.includes('{"anchor":"","number":2}'));

    panel.dispose();
    await editor.commands.get("errata.showReport")();
    assert.equal(editor.panels.length, 2);
  }));

test("a game is played in a terminal, from the setup around the cursor", () =>
  served({}, async (editor) => {
    await editor.commands.get("errata.playSpec")();
    assert.match(editor.terminals[0].lines[0], /server\.mjs play \/game\/duel\.rules$/);
    assert.equal(editor.terminals[0].lines[1], "setup 2");
  }));
