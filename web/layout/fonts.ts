/** Loads the fonts of the app after its scripts, which they would delay by a second on a slow connection (tokens.css). */
export function loadFonts(): void {
  const load = () => {
    document.documentElement.dataset.fonts = "";
  };
  if ("requestIdleCallback" in window) requestIdleCallback(load);
  else setTimeout(load, 200);
}
