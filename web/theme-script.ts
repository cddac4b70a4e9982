/**
 * Runs in the head, before the first paint, so that a dark page never flashes light. layout/device-cookie.ts writes the
 * cookie.
 */
export const THEME_SCRIPT =
  "var t=/(?:^|; )(?:__Host-)?theme=(light|dark)/.exec(document.cookie);if(t)document.documentElement.dataset.theme=t[1]";
