/** Shows in the contents where the reader is, and folds them away once he has chosen. */
export function markCurrentSection(guide: Element, signal: AbortSignal): void {
  const links = [...guide.querySelectorAll<HTMLElement>("[data-contents]")];
  const folded = guide.querySelector("details");
  for (const link of links) link.addEventListener("click", () => folded?.removeAttribute("open"), { signal });
  const observer = new IntersectionObserver(
    (entries) => {
      const seen = entries
        .find(({ isIntersecting }) => isIntersecting)
        ?.target.getAttribute("aria-labelledby");
      if (!seen) return;
      for (const link of links)
        if (link.dataset.contents === seen) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
    },
    { rootMargin: "-20% 0px -75%" },
  );
  for (const section of guide.querySelectorAll("section")) observer.observe(section);
  signal.addEventListener("abort", () => observer.disconnect());
}
