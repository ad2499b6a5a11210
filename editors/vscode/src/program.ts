// The program `errata`: where the settings say it is, and why it cannot serve.
import { type ExecFileException, execFile } from "node:child_process";
import * as vscode from "vscode";

export interface Program {
  path: string;
  arguments: string[];
  /** Where it runs, so that a relative path in the settings means one file. */
  folder: string | undefined;
}

/** Why there is no server: in words for the designer. */
export class ProgramProblem extends Error {}

/** What Errata ends with if its command line is wrong. */
const exitUsage = 2;

export function chosenProgram(): Program {
  const settings = vscode.workspace.getConfiguration("errata");
  const first = vscode.workspace.workspaceFolders?.find((folder) => folder.uri.scheme === "file");
  return {
    path: settings.get("path", "").trim() || "errata",
    arguments: settings.get<string[]>("arguments", []),
    folder: first?.uri.fsPath,
  };
}

function words({ path }: Program, error: ExecFileException, said: string): string | undefined {
  if (error.code === "ENOENT") return `Errata is not installed here: there is no program "${path}".`;
  if (typeof error.code === "string") return `The program "${path}" cannot be run (${error.code}).`;
  if (error.code !== exitUsage) return undefined;
  const [reason] = said.trim().split("\n");
  return `The program "${path}" cannot serve this editor. ${reason}`;
}

/**
 * Starts a server for a moment: without input it ends at once. The client's own messages about a program
 * that is missing are several, and none names the setting.
 */
export function problemOf(program: Program): Promise<ProgramProblem | undefined> {
  return new Promise((resolve) => {
    const run = ["lsp", ...program.arguments];
    const child = execFile(program.path, run, { cwd: program.folder }, (error, _, said) => {
      const problem = error && words(program, error, said);
      resolve(problem ? new ProgramProblem(problem) : undefined);
    });
    child.stdin?.end();
  });
}

/** As a word of a shell's command line. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
