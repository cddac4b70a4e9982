/** Prints the whole guide, or the list whose button was pressed. */
export function startPrinting(guide: Element, signal: AbortSignal): void {
  for (const button of guide.querySelectorAll<HTMLElement>("[data-print]"))
    button.addEventListener(
      "click",
      () => {
        const list = guide.querySelector(`[data-checklist="${button.dataset.print}"]`);
        list?.setAttribute("data-printed-alone", "");
        addEventListener("afterprint", () => list?.removeAttribute("data-printed-alone"), { once: true });
        print();
      },
      { signal },
    );
}
