/** The key that layout/shell-script.ts reads. */
const LOADED_KEY = "maarga-fonts";

/** Loads the fonts of the app after its scripts, which they would delay by a second on a slow connection (tokens.css). */
export function loadFonts(): void {
  const load = () => {
    document.documentElement.dataset.fonts = "";
    try {
      localStorage.setItem(LOADED_KEY, "loaded");
    } catch {
      // Storage is blocked, so the fonts appear after the scripts on the next page, too.
    }
  };
  if ("requestIdleCallback" in window) requestIdleCallback(load);
  else setTimeout(load, 200);
}
