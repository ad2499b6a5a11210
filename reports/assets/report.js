// What a page of results can do beyond being read: filter findings, sort the table of cards, step through a
// play, copy a line, open what a link points to. It takes all it knows from the page and loads nothing.
"use strict";
(() => {
  const all = (root, selector) => Array.from(root.querySelectorAll(selector));
  const number = (text) => Number.parseInt(text, 10) || 0;

  document.documentElement.classList.add("js");

  // ---- Links into what is folded ----

  function unfold(element) {
    const own = element.querySelector(":scope > details");
    if (own) own.open = true;
    for (let at = element; at; at = at.parentElement) {
      if (at.tagName === "DETAILS") at.open = true;
      at.hidden = false;
    }
  }

  // The only finding whose number begins so.
  function begunBy(digits) {
    if (!/^[0-9a-f]{4,}$/.test(digits)) return null;
    const found = all(document, `article.finding[id^="${digits}"]`);
    return found.length === 1 ? found[0] : null;
  }

  function followAnchor() {
    let id = "";
    try {
      id = decodeURIComponent(location.hash.slice(1));
    } catch {
      return;
    }
    const target = id && (document.getElementById(id) || begunBy(id));
    if (!target) return;
    unfold(target);
    target.scrollIntoView();
  }

  // ---- Filters ----

  function readFindings(spec) {
    return all(spec, "article.finding").map((article) => ({
      article,
      severity: article.dataset.severity,
      code: article.dataset.code,
      items: new Set(article.dataset.items.split(" ")),
      words: null,  // read when somebody looks for words for the first time
    }));
  }

  // Without the titles of others that it names.
  function ownWords(article) {
    const others = all(article, ".same").map((part) => part.textContent);
    return others.reduce((text, part) => text.replace(part, ""), article.textContent).toLowerCase();
  }

  function isWanted(finding, wanted) {
    if (!wanted.severities.has(finding.severity)) return false;
    if (wanted.code && finding.code !== wanted.code) return false;
    if (wanted.item && !finding.items.has(wanted.item)) return false;
    if (wanted.words.length === 0) return true;
    finding.words ??= ownWords(finding.article);
    return wanted.words.every((word) => finding.words.includes(word));
  }

  function showGroup(group, isNarrow) {
    const articles = all(group, "article.finding");
    const shown = articles.filter((article) => !article.hidden).length;
    const count = group.querySelector(".count");
    count.dataset.all ??= count.textContent;
    count.textContent = shown === articles.length ? count.dataset.all : `${shown} of ${articles.length}`;
    group.hidden = shown === 0;
    if (group.tagName === "DETAILS" && isNarrow && shown > 0) group.open = true;
  }

  function enableFilters(spec) {
    const form = spec.querySelector("form.filters");
    if (!form) return;
    const findings = readFindings(spec);
    const groups = all(spec, ".findings > .group");
    const choose = () => {
      const wanted = {
        severities: new Set(all(form, "[name=severity]:checked").map((box) => box.value)),
        code: form.elements.code.value,
        item: form.elements.item.value,
        words: form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean),
      };
      let shown = 0;
      for (const finding of findings) {
        finding.article.hidden = !isWanted(finding, wanted);
        if (!finding.article.hidden) ++shown;
      }
      for (const group of groups) showGroup(group, wanted.code || wanted.item || wanted.words.length > 0);
      const total = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
      form.elements.total.value = shown === findings.length ? total : `${shown} of ${total}`;
    };
    let waiting = 0;
    form.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(choose, 120);
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(choose));
    form.querySelector("[data-fold]").addEventListener("click", (event) => {
      const folds = findings.map((finding) => finding.article.querySelector(":scope > details"));
      const isOpen = folds.some((fold) => fold.open);
      for (const fold of folds) fold.open = !isOpen;
      event.currentTarget.textContent = isOpen ? "Unfold all" : "Fold all";
    });
    for (const link of all(spec, "a[data-item]")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        form.reset();
        form.elements.item.value = link.dataset.item;
        setTimeout(() => {
          choose();
          form.scrollIntoView();
          form.elements.item.focus({preventScroll: true});
        });
      });
    }
    choose();  // a browser may have kept what was chosen before
  }

  // ---- Tables ----

  function sortBy(table, column, heading) {
    const body = table.tBodies[0];
    const isNumber = heading.dataset.sort === "number";
    const value = (row) => row.cells[column].dataset.value;
    const compare = isNumber
      ? (a, b) => number(value(a)) - number(value(b))
      : (a, b) => value(a).localeCompare(value(b));
    const isRising = heading.getAttribute("aria-sort") !== "ascending";
    const rows = Array.from(body.rows).sort((a, b) => (isRising ? compare(a, b) : compare(b, a)));
    for (const other of all(table, "th[aria-sort]")) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", isRising ? "ascending" : "descending");
    body.append(...rows);
  }

  function enableShowing(button) {
    button.addEventListener("click", () => {
      button.parentElement.classList.add("whole");
      button.remove();
    });
  }

  function enableSorting(table) {
    all(table, "thead th").forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      button.addEventListener("click", () => sortBy(table, column, heading));
      heading.append(button);
    });
  }

  // ---- The player ----

  const svg = "http://www.w3.org/2000/svg";
  const players = new WeakMap();

  function readBoard(play) {
    const drawing = play.querySelector(".board svg");
    if (!drawing) return null;
    const entries = all(play, ".legend [data-letters]");
    const letters = entries.map((entry) => entry.dataset.letters);
    const tints = new Map(
      entries.map((entry) => [
        entry.dataset.letters,
        entry.querySelector(".swatch").className.replace("swatch ", ""),
      ]),
    );
    const squares = new Map();
    for (const group of all(drawing, "[data-square]")) {
      const things = all(group, ".thing").map((text) => text.textContent);
      const ground = group.querySelector(".ground").textContent.split(" ").filter(Boolean);
      squares.set(group.dataset.square, {group, words: [...things, ...ground]});
    }
    return {letters, tints, squares};
  }

  function drawSquare(board, {group}, words) {
    const box = group.querySelector("rect");
    const things = words.filter((word) => !board.letters.includes(word));
    const ground = words.filter((word) => board.letters.includes(word));
    for (const text of all(group, ".thing")) text.remove();
    things.forEach((thing, line) => {
      const text = document.createElementNS(svg, "text");
      text.setAttribute("class", "thing");
      text.setAttribute("x", number(box.getAttribute("x")) + 12);
      text.setAttribute("y", number(box.getAttribute("y")) + 20 * (line + 1));
      text.textContent = thing;
      group.append(text);
    });
    group.querySelector(".ground").textContent = ground.join(" ");
    const letter = board.letters.find((one) => ground.includes(one));
    box.setAttribute("class", letter ? board.tints.get(letter) : "tint0");
  }

  const squaresOf = (step) =>
    (step.dataset.squares ?? "").split("\n").filter(Boolean).map((line) => line.split(" "));

  function drawBoard(player, done, newest) {
    const {board, steps} = player;
    if (!board) return;
    const words = new Map(Array.from(board.squares, ([name, square]) => [name, square.words]));
    for (const step of steps.slice(0, done)) {
      for (const [name, ...content] of squaresOf(step)) words.set(name, content);
    }
    const touched = new Set(newest.flatMap((step) => squaresOf(step).map(([name]) => name)));
    for (const [name, square] of board.squares) {
      drawSquare(board, square, words.get(name));
      square.group.classList.toggle("touched", touched.has(name));
      if (touched.has(name)) square.group.parentNode.append(square.group);  // its frame above its neighbours'
    }
  }

  const changesOf = (step) =>
    all(step, ".changes > li").map((item) => ({
      path: item.querySelector("b").textContent,
      before: item.querySelector("del").textContent,
      after: item.querySelector("ins").textContent,
      words: item.textContent,
    }));

  // All that changes in the course of the play, with its value now.
  function listFacts(player, done, newest) {
    const values = new Map();
    const fresh = new Set(newest.flatMap((step) => changesOf(step).map((change) => change.path)));
    player.steps.forEach((step, index) => {
      for (const {path, before, after} of changesOf(step)) {
        if (index < done) values.set(path, after);
        else if (!values.has(path)) values.set(path, before);
      }
    });
    player.facts.replaceChildren(
      ...Array.from(values, ([path, value]) => {
        const item = document.createElement("li");
        const name = document.createElement("b");
        name.textContent = path;
        const said = document.createElement(fresh.has(path) ? "mark" : "span");
        said.textContent = value;
        item.append(name, " = ", said);
        return item;
      }),
    );
    player.now.hidden = values.size === 0;
  }

  // Where the player can stop, each with the number of steps done there: folded rounds are one leap.
  function stopsOf(player) {
    const stops = [];
    let done = 0;
    for (const item of player.list.children) {
      const fold = item.querySelector(":scope > details");
      const steps = fold ? all(item, ".step") : [item];
      const leaps = fold && fold.open ? steps.map((step) => [step, [step]]) : [[item, steps]];
      for (const [mark, own] of leaps) stops.push({mark, steps: own, done: (done += own.length)});
    }
    return stops;
  }

  function playerOf(play) {
    if (players.has(play)) return players.get(play);
    const now = document.createElement("div");
    now.className = "now";
    const label = document.createElement("p");
    label.className = "label";
    label.textContent = "Now";
    const facts = document.createElement("ul");
    facts.className = "facts";
    now.append(label, facts);
    play.querySelector(".where").after(now);
    const player = {
      done: 0,
      now,
      facts,
      list: play.querySelector(".steps"),
      steps: all(play, ".step"),
      where: play.querySelector(".where"),
      board: readBoard(play),
      loop: play.dataset.loop ? number(play.dataset.loop) : null,
    };
    players.set(play, player);
    return player;
  }

  function show(player, stops, note) {
    const at = stops.find((stop) => stop.done === player.done);
    const newest = at ? at.steps : [];
    for (const step of all(player.list, "[aria-current]")) step.removeAttribute("aria-current");
    player.steps.forEach((step, index) => step.classList.toggle("ahead", index >= player.done));
    if (at) at.mark.setAttribute("aria-current", "step");
    drawBoard(player, player.done, newest);
    listFacts(player, player.done, newest);
    const last = newest[newest.length - 1];
    const said = document.createElement("span");
    said.className = "unseen";  // to be heard: who looks sees it in the list and on the board
    said.textContent = newest.flatMap((step) => changesOf(step).map((change) => change.words)).join("; ");
    player.where.replaceChildren(note || whereWords(player, newest, last), " ", said);
  }

  function whereWords(player, newest, last) {
    const count = player.steps.length;
    if (!last) return `Start of ${count === 1 ? "1 step" : `${count} steps`}`;
    const first = player.done - newest.length + 1;
    const range = newest.length > 1 ? `Steps ${first} to ${player.done}` : `Step ${player.done}`;
    const act = [".actor", ".choice"].map((part) => last.querySelector(part).textContent).join(" ");
    return `${range} of ${count}: ${act}`;
  }

  function go(play, where) {
    const player = playerOf(play);
    const stops = stopsOf(player);
    let note = "";
    if (where === "first") player.done = 0;
    if (where === "last") player.done = player.steps.length;
    if (where === "back") {
      const earlier = stops.filter((stop) => stop.done < player.done);
      player.done = earlier.length > 0 ? earlier[earlier.length - 1].done : 0;
    }
    if (where === "on") {
      const next = stops.find((stop) => stop.done > player.done);
      if (next) {
        player.done = next.done;
      } else if (player.loop !== null) {
        player.done = player.loop;
        note = `The same state again as before step ${player.loop + 1}: from here it repeats`;
      }
    }
    if (typeof where === "number") player.done = where;
    show(player, stops, note);
  }

  const keys = {ArrowRight: "on", ArrowLeft: "back", Home: "first", End: "last"};

  function enablePlayers() {
    for (const stage of all(document, ".stage:has(.controls)")) stage.tabIndex = 0;
    document.addEventListener("keydown", (event) => {
      const stage = event.target.closest?.(".stage:has(.controls)");
      const isCombined = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
      if (!stage || !(event.key in keys) || isCombined || event.target.closest(".scroll")) return;
      event.preventDefault();
      go(stage.closest(".play"), keys[event.key]);
    });
  }

  // ---- Copying ----

  async function copy(button) {
    const line = button.parentElement.querySelector("code");
    try {
      await navigator.clipboard.writeText(line.textContent);
    } catch {
      // A page from a disk may not be allowed to; what is selected can be copied by hand.
      getSelection().selectAllChildren(line);
      if (!document.execCommand("copy")) return;
    }
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const play = event.target.closest(".play");
    if (button?.dataset.copy) copy(button);
    if (button?.dataset.go && play) go(play, button.dataset.go);
    const step = event.target.classList.contains("number") && event.target.closest(".step");
    if (step && play) go(play, playerOf(play).steps.indexOf(step) + 1);
  });

  // ---- Print: each finding, briefly, is printed even where it is folded ----

  let unfolded = [];
  addEventListener("beforeprint", () => {
    // But for findings that another entry stands for.
    unfolded = all(document, ".finding > details:not([open]), .group:not(.behind, [open]), .model:not([open])");
    unfolded = unfolded.filter((fold) => !fold.closest(".twin"));
    for (const fold of unfolded) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of unfolded) fold.open = false;
  });

  for (const spec of all(document, ".spec")) enableFilters(spec);
  for (const table of all(document, "table.sortable")) enableSorting(table);
  for (const button of all(document, "[data-show=all]")) enableShowing(button);
  enablePlayers();
  addEventListener("hashchange", followAnchor);
  followAnchor();
})();
