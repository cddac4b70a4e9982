import { addOverlay } from "../../ui/overlay-history.ts";

/** The phone's menu is a <details> element. Back, Escape and a click outside close it. */
export function setUpMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>("[data-menu]");
  if (!menu) return;
  let forget = () => {};
  const close = () => {
    forget();
    menu.open = false;
  };
  menu.addEventListener("toggle", () => {
    forget();
    forget = menu.open ? addOverlay({ close }) : () => {};
  });
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target as Node)) menu.open = false;
    const { ctrlKey, metaKey, shiftKey, button } = event;
    const link = menu.open && (event.target as Element).closest<HTMLAnchorElement>("[data-menu] a");
    if (!link || ctrlKey || metaKey || shiftKey || button !== 0) return;
    // The next page replaces the menu's history entry, so that Back leads to this page.
    event.preventDefault();
    window.location.replace(link.href);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
