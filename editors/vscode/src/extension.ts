// What the extension adds to the editor: its commands, and which of its parts hears of what.
import { basename } from "node:path";
import * as vscode from "vscode";
import { ResponseError } from "vscode-languageclient/node";
import { chosenProgram, ProgramProblem, quoted } from "./program";
import { Reports } from "./reports";
import { Server } from "./server";
import { Summaries } from "./summaries";

let running: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const summaries = new Summaries(summaryItem());
  const server: Server = new Server({
    checked: (result) => {
      summaries.checked(result);
      void lookAtFront();
      void refresh(result.spec);
    },
    pageWanted: guarded((spec: string, finding?: string) => reports.show(spec, finding)),
  });
  running = server;
  const reports: Reports = new Reports(server);
  const refresh = guarded((spec: string) => reports.refresh(spec));
  const restart = guarded(() => {
    summaries.forget();
    return server.restart();
  });
  const lookAtFront = async (): Promise<void> => {
    const file = fileInFront();
    // That there is no server was told when it did not start.
    const found = file && (await specOf(server, file).catch(() => undefined));
    summaries.setCurrent(found?.spec);
  };

  const command = (name: string, run: (file: vscode.Uri) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(name, guarded(() => run(neededFile())));
  context.subscriptions.push(
    summaries,
    reports,
    command("errata.checkSpec", (file) => check(server, file)),
    command("errata.showReport", (file) => report(server, reports, file)),
    command("errata.playSpec", (file) => play(server, file)),
    vscode.window.onDidChangeActiveTextEditor(lookAtFront),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("errata")) void restart().then(lookAtFront);
    }),
  );
  void restart().then(lookAtFront);
}

export function deactivate(): Promise<void> | undefined {
  return running?.dispose();
}

function summaryItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem("errata.summary", vscode.StatusBarAlignment.Left);
  item.name = "Errata";
  item.command = "errata.showReport";
  return item;
}

function isRules(document: vscode.TextDocument): boolean {
  return document.languageId === "errata" && document.uri.scheme === "file";
}

/** While a report has the focus, the file in front is the one beside it. */
function fileInFront(): vscode.Uri | undefined {
  const active = vscode.window.activeTextEditor;
  const editors = active ? [active] : vscode.window.visibleTextEditors;
  return editors.map((editor) => editor.document).find(isRules)?.uri;
}

function neededFile(): vscode.Uri {
  const file = fileInFront();
  if (!file) throw new Error("Open a file of a spec first, such as duel.rules.");
  return file;
}

interface Spec {
  spec: string;
  /** Of the setup around the cursor, as `errata play` counts them. */
  setup: number | null;
}

function specOf(server: Server, file: vscode.Uri): Promise<Spec> {
  const active = vscode.window.activeTextEditor;
  const cursor = active?.document.uri.toString() === file.toString() ? active.selection.active : undefined;
  const place = cursor ? [{ line: cursor.line, character: cursor.character }] : [];
  return server.ask<Spec>("errata.spec", file.toString(), ...place);
}

function check(server: Server, file: vscode.Uri): Promise<void> {
  return server.ask("errata.check", file.toString());
}

async function report(server: Server, reports: Reports, file: vscode.Uri): Promise<void> {
  try {
    await reports.show((await specOf(server, file)).spec);
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const answer = await vscode.window.showWarningMessage(error.message, "Check this spec");
    if (answer) await check(server, file);
  }
}

/** The game reads the files of the disk. */
async function saveRules(): Promise<void> {
  for (const document of vscode.workspace.textDocuments) {
    if (isRules(document) && document.isDirty) await document.save();
  }
}

async function play(server: Server, file: vscode.Uri): Promise<void> {
  await saveRules();
  const { spec, setup } = await specOf(server, file);
  const { path, folder } = chosenProgram();
  const terminal = vscode.window.createTerminal({
    name: `Play ${basename(spec)}`,
    ...(folder && { cwd: folder }),
  });
  terminal.show();
  terminal.sendText(`${quoted(path)} play ${quoted(spec)}`);
  if (setup) terminal.sendText(`setup ${setup}`);
}

/** What goes wrong is told to the designer, once. */
function guarded<Arguments extends unknown[]>(
  run: (...given: Arguments) => Promise<void>,
): (...given: Arguments) => Promise<void> {
  return async (...given) => {
    try {
      await run(...given);
    } catch (error) {
      void tell(error as Error);
    }
  };
}

async function tell(error: Error): Promise<void> {
  if (!(error instanceof ProgramProblem)) {
    await vscode.window.showErrorMessage(`Errata: ${error.message}`);
    return;
  }
  const answer = await vscode.window.showErrorMessage(error.message, "Open the setting");
  if (answer) await vscode.commands.executeCommand("workbench.action.openSettings", "errata.path");
}
