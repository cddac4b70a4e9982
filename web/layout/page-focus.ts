import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { wasHandedOver } from "./hand-over.ts";

/**
 * Moves the focus to the heading of each new page, as a browser starts at the top of a new document. A page that
 * focuses an element of its own keeps that focus. The first page is left alone, unless a login led to it: the browser
 * starts at its top.
 */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const previous = useRef(wasHandedOver() ? "" : pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    return keepFocusAtHeading();
  }, [pathname]);
}

const INPUTS = ["keydown", "pointerdown"] as const;
let hasInput = false;
if (!import.meta.env.SSR)
  for (const type of INPUTS)
    window.addEventListener(
      type,
      () => {
        hasInput = true;
      },
      { once: true, capture: true },
    );

/** Moves the focus to the heading if the focused element was removed with the previous view. */
export function focusHeadingIfLost(): void {
  const heading = findHeading();
  // A page without any input was just opened: the browser's own starting point stays.
  if (heading && hasInput && document.activeElement === document.body) focus(heading);
}

const findHeading = () => document.querySelector<HTMLElement>("main h1");

function focus(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Keeps the focus at the heading until the next input, because a page may replace its heading while it loads. */
function keepFocusAtHeading(): () => void {
  let isFirst = true;
  const update = () => {
    const heading = findHeading();
    const active = document.activeElement;
    const main = heading?.closest("main");
    if (!heading || (active !== main && main?.contains(active))) return;
    // The focus may at first still be on the link that led here.
    if (isFirst || active === main || active === document.body) focus(heading);
    isFirst = false;
  };
  const observer = new MutationObserver(update);
  const stop = () => {
    observer.disconnect();
    for (const type of INPUTS) window.removeEventListener(type, stop);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const type of INPUTS) window.addEventListener(type, stop);
  update();
  return stop;
}
