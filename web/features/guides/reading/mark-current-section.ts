/** Marks the current section in the table of contents, and folds the contents after a click. */
export function markCurrentSection(guide: Element, signal: AbortSignal): void {
  const links = [...guide.querySelectorAll<HTMLElement>("[data-contents]")];
  const folded = guide.querySelector("details");
  for (const link of links) link.addEventListener("click", () => folded?.removeAttribute("open"), { signal });
  const observer = new IntersectionObserver(
    (entries) => {
      const current = entries
        .find(({ isIntersecting }) => isIntersecting)
        ?.target.getAttribute("aria-labelledby");
      if (!current) return;
      for (const link of links)
        if (link.dataset.contents === current) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
    },
    { rootMargin: "-20% 0px -75%" },
  );
  for (const section of guide.querySelectorAll("section")) observer.observe(section);
  signal.addEventListener("abort", () => observer.disconnect());
}
