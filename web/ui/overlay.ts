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
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    },
  };
}
