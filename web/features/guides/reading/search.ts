import { findPlaces } from "./find-places.ts";

/** Highlights and counts the matches, also in the table of contents, and steps from match to match. */
export function startSearch(guide: Element, signal: AbortSignal): void {
  const form = guide.querySelector<HTMLFormElement>("[data-search]");
  const input = form?.querySelector("input");
  const output = form?.querySelector("output");
  const text = guide.querySelector("[data-guide-text]");
  if (!form || !input || !output || !text) return;
  let places: Range[] = [];
  let current = -1;

  const mark = (name: string, ranges: readonly Range[]) =>
    CSS.highlights?.set(name, new Highlight(...ranges));
  const search = () => {
    places = findPlaces(text, input.value);
    current = -1;
    mark("guide-found", places);
    mark("guide-current", []);
    const hasQuery = input.value.trim().length > 1;
    form.toggleAttribute("data-found", hasQuery && places.length > 0);
    output.textContent = hasQuery ? `${places.length || "None"} found` : "";
    for (const link of guide.querySelectorAll<HTMLElement>("[data-contents]"))
      link.dataset.count = String(
        places.filter((place) => sectionOf(place) === link.dataset.contents).length || "",
      );
  };
  const step = (by: number) => {
    if (places.length === 0) return;
    current = current < 0 && by < 0 ? places.length - 1 : (current + by + places.length) % places.length;
    const place = places[current];
    if (!place) return;
    mark("guide-current", [place]);
    if (!CSS.highlights)
      getSelection()?.setBaseAndExtent(
        place.startContainer,
        place.startOffset,
        place.endContainer,
        place.endOffset,
      );
    place.startContainer.parentElement?.scrollIntoView({ block: "center" });
    output.textContent = `${current + 1} of ${places.length}`;
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

function sectionOf(place: Range): string | undefined {
  return place.startContainer.parentElement?.closest("section")?.getAttribute("aria-labelledby") ?? undefined;
}
