/** The phone's menu is a <details> element. Escape and a click outside close it. */
export function setUpMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>("[data-menu]");
  if (!menu) return;
  document.addEventListener("click", ({ target }) => {
    if (!menu.contains(target as Node)) menu.open = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
