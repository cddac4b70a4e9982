import { useRef } from "react";

export const overlayClasses =
  "fixed inset-0 z-50 bg-black/50 transition-opacity duration-150 starting:opacity-0";

/** Radix gives the focus back to its own trigger alone; what is opened by a state has none. */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) focusBack(opener.current);
    },
  };
}

/** What opened it may be gone by now, or be of no use any more: then its row has the focus, or the page. */
function focusBack(opener: HTMLElement) {
  opener.focus();
  const row = opener.closest("tr, li")?.querySelector<HTMLElement>("button:enabled");
  for (const other of [row, document.getElementById("main")])
    if (document.activeElement === document.body) other?.focus({ preventScroll: true });
}

/** A touch on a message that lies over the page closes the message, not what is open. */
export function stayOpenForToasts(event: CustomEvent<{ originalEvent: Event }>) {
  const { target } = event.detail.originalEvent;
  if (target instanceof Element && target.closest("[data-sonner-toaster]")) event.preventDefault();
}

/** What scrolls and holds nothing to stop at must be a stop itself, or no keyboard could scroll it. */
export function makeFocusableIfScrollable(scroller: HTMLElement | null) {
  if (!scroller || scroller.scrollHeight <= scroller.clientHeight) return;
  if (!scroller.querySelector("a, button, input, select, textarea")) scroller.tabIndex = 0;
}
