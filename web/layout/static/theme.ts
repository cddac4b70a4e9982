import { keepOnDevice } from "../device-cookie.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The theme is kept in a cookie, which a script in the head of every page reads before the first paint. */
export function setUpThemeSwitch(): void {
  const html = document.documentElement;
  for (const input of document.querySelectorAll<HTMLInputElement>("[data-theme-switch] input")) {
    input.checked = input.value === (html.dataset.theme ?? "system");
    input.addEventListener("change", () => setTheme(input.value));
  }
  colourBrowserBar();
}

function setTheme(theme: string): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  keepOnDevice("theme", dataset.theme ?? "", dataset.theme ? YEAR_SECONDS : 0);
  colourBrowserBar();
}

/** The browser's bar follows the system theme until the visitor chooses one. */
function colourBrowserBar(): void {
  const { theme } = document.documentElement.dataset;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    meta.dataset.media ??= meta.media;
    meta.media = theme ? (meta.dataset.media.includes(theme) ? "all" : "not all") : meta.dataset.media;
  }
}
