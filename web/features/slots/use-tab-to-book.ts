import { type KeyboardEvent, useRef } from "react";

/**
 * Right after a slot is chosen with the keyboard, Tab moves to "Book Slot" instead of through the rest of the list.
 * The focus stays on the slot until then, and a later Tab continues in the list.
 */
export function useTabToBook() {
  const bookRef = useRef<HTMLButtonElement>(null);
  const chosen = useRef<Element | null>(null);
  return {
    bookRef,
    rememberChoice: () => {
      chosen.current = document.activeElement;
    },
    tabToBook: (event: KeyboardEvent) => {
      const isNext = event.key === "Tab" && !event.shiftKey && event.target === chosen.current;
      chosen.current = null;
      if (!isNext || !bookRef.current) return;
      event.preventDefault();
      bookRef.current.focus();
    },
  };
}
