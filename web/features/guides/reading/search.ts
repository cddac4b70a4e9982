import { findMatches } from "./find-matches.ts";

/** Highlights and counts the matches, including those in the table of contents, and steps from match to match. */
export function startSearch(guide: Element, signal: AbortSignal): void {
  const form = guide.querySelector<HTMLFormElement>("[data-search]");
  const input = form?.querySelector("input");
  const output = form?.querySelector("output");
  const text = guide.querySelector("[data-guide-text]");
  if (!form || !input || !output || !text) return;
  let matches: Range[] = [];
  let current = -1;

  const mark = (name: string, ranges: readonly Range[]) =>
    CSS.highlights?.set(name, new Highlight(...ranges));
  const search = () => {
    matches = findMatches(text, input.value);
    current = -1;
    mark("guide-found", matches);
    mark("guide-current", []);
    const hasQuery = input.value.trim().length > 1;
    form.toggleAttribute("data-found", hasQuery && matches.length > 0);
    output.textContent = hasQuery ? `${matches.length || "None"} found` : "";
    for (const link of guide.querySelectorAll<HTMLElement>("[data-contents]"))
      link.dataset.count = String(
        matches.filter((match) => sectionOf(match) === link.dataset.contents).length || "",
      );
  };
  const step = (by: number) => {
    if (matches.length === 0) return;
    current = current < 0 && by < 0 ? matches.length - 1 : (current + by + matches.length) % matches.length;
    const match = matches[current];
    if (!match) return;
    mark("guide-current", [match]);
    if (!CSS.highlights)
      getSelection()?.setBaseAndExtent(
        match.startContainer,
        match.startOffset,
        match.endContainer,
        match.endOffset,
      );
    match.startContainer.parentElement?.scrollIntoView({ block: "center" });
    output.textContent = `${current + 1} of ${matches.length}`;
  };

  input.addEventListener("input", search, { signal });
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      step(1);
    },
    { signal },
  );
  form.querySelector("[data-step='-1']")?.addEventListener("click", () => step(-1), { signal });
  signal.addEventListener("abort", () => CSS.highlights?.clear());
  // The browser restores the text of the field when the reader returns to the page.
  if (input.value) search();
}

function sectionOf(match: Range): string | undefined {
  return match.startContainer.parentElement?.closest("section")?.getAttribute("aria-labelledby") ?? undefined;
}
