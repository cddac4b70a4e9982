import { findPlaces } from "./find-places.ts";

/** Marks what is looked for, counts it, also in the contents, and goes from place to place. */
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
  const look = () => {
    places = findPlaces(text, input.value);
    current = -1;
    mark("guide-found", places);
    mark("guide-current", []);
    const isAsked = input.value.trim().length > 1;
    form.toggleAttribute("data-found", isAsked && places.length > 0);
    output.textContent = isAsked ? `${places.length || "None"} found` : "";
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

  input.addEventListener("input", look, { signal });
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
  // What the browser kept in the field when the reader comes back to the page.
  if (input.value) look();
}

function sectionOf(place: Range): string | undefined {
  return place.startContainer.parentElement?.closest("section")?.getAttribute("aria-labelledby") ?? undefined;
}
