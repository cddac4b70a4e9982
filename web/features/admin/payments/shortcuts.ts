import { useEffect, useEffectEvent } from "react";

/** By the `key` of the keyboard event, in lower case. A key without a function is left to the browser. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/** Elements in which a letter is text or moves a choice. In a dialog, only the dialog's own keys apply. */
const TYPING = "input, textarea, select, [contenteditable], dialog, details[open]";
/** Elements that Enter activates by itself. */
const PRESSED_BY_ENTER = "a, button, summary";

/**
 * Runs the shortcut of a key, unless somebody is typing, uses the key with Ctrl, Alt or Cmd, or keeps Enter pressed, which
 * would confirm one payment after the other. Screen readers keep their own keys: they pass on none while they read a page.
 */
export function useShortcuts(shortcuts: Shortcuts, isOn: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const run = shortcuts[event.key.toLowerCase()];
    const place = event.target instanceof Element ? event.target : document.body;
    if (!run || place.closest(TYPING) || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && place.closest(PRESSED_BY_ENTER)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
}
