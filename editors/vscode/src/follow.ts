/// <reference lib="dom" />
// Runs in a page of a report, inside the webview. Its text is put into the page (page.ts), so it is one
// function that uses nothing from outside.

export interface Showing {
  /** Where to go; "" if the reader stays where they are. */
  anchor: string;
  /** Counts what was asked for: a page that was only out of sight does not go to its anchor again. */
  number: number;
}

interface State {
  number: number;
  unfolded: string[];
}

declare function acquireVsCodeApi(): { getState(): State | undefined; setState(state: State): void };

export function follow({ anchor, number }: Showing): void {
  const editor = acquireVsCodeApi();
  const before = editor.getState() ?? { number: 0, unfolded: [] };

  // The script of the page unfolds what the address points to.
  const go = (hash: string): void => {
    if (location.hash === hash) dispatchEvent(new HashChangeEvent("hashchange"));
    else location.hash = hash;
  };

  const folds = (): HTMLDetailsElement[] => Array.from(document.querySelectorAll("[id] > details"));
  const nameOf = (fold: HTMLDetailsElement): string => fold.parentElement!.id;
  const keep = (): void => {
    const unfolded = folds().filter((fold) => fold.open);
    editor.setState({ number, unfolded: unfolded.map(nameOf) });
  };

  // Findings out of sight have a height that is guessed until they come near. So going there once may miss.
  const goExactly = (hash: string): void => {
    go(hash);
    requestAnimationFrame(() => requestAnimationFrame(() => go(hash)));
  };

  for (const fold of folds()) fold.open ||= before.unfolded.includes(nameOf(fold));
  if (anchor && number !== before.number) goExactly(`#${anchor}`);
  keep();
  document.addEventListener("toggle", keep, true);

  // The editor would scroll to the target of a link without unfolding it.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href^='#']");
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    goExactly(link.hash);
  });
}
