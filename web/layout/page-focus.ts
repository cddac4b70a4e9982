import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Moves the focus to the heading of each new page, as a browser starts at the top of a new document. A page that
 * focuses something of its own keeps that. Does nothing for the first page, which the browser has opened itself.
 */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
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

/** Moves the focus to the heading of a view that replaced the one with the focus. */
export function focusHeadingIfLost(): void {
  const heading = findHeading();
  // Not when the browser opens the page: nobody has done anything yet.
  if (heading && hasInput && document.activeElement === document.body) focus(heading);
}

const findHeading = () => document.querySelector<HTMLElement>("main h1");

function focus(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Until the user presses something: the page may still load what its heading says, or replace it by another one. */
function keepFocusAtHeading(): () => void {
  let isFirst = true;
  const update = () => {
    const heading = findHeading();
    const active = document.activeElement;
    const main = heading?.closest("main");
    if (!heading || (active !== main && main?.contains(active))) return;
    // The first time, the focus may still be at the link that led here.
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
