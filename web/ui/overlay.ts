import { useRef } from "react";

export const overlayClasses =
  "fixed inset-0 z-50 bg-black/50 transition-opacity duration-150 starting:opacity-0";

/** Returns the focus to the opener. Radix does so only for its own triggers, which we do not use. */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) returnFocus(opener.current);
    },
  };
}

/** If the opener is gone or disabled by now, its row gets the focus, or else the page. */
function returnFocus(opener: HTMLElement) {
  opener.focus();
  const row = opener.closest("tr, li")?.querySelector<HTMLElement>("button:enabled");
  for (const other of [row, document.getElementById("main")])
    if (document.activeElement === document.body) other?.focus({ preventScroll: true });
}

/** A click on a toast closes the toast, not the dialog below it. */
export function stayOpenForToasts(event: CustomEvent<{ originalEvent: Event }>) {
  const { target } = event.detail.originalEvent;
  if (target instanceof Element && target.closest("[data-sonner-toaster]")) event.preventDefault();
}

/** A scroll container without focusable content must be focusable itself, or the keyboard could not scroll it. */
export function makeFocusableIfScrollable(scroller: HTMLElement | null) {
  if (!scroller || scroller.scrollHeight <= scroller.clientHeight) return;
  if (!scroller.querySelector("a, button, input, select, textarea")) scroller.tabIndex = 0;
}
