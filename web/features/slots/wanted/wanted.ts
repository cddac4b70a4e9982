/**
 * The mentor or language that a student asks for, as a text, because drafts keep texts: "" for anyone, "mentor <id>" or
 * "language <name>".
 */

interface Wanted {
  readonly mentor?: string;
  readonly language?: string;
}

export const ANYONE = "";
export const wantedMentor = (id: string) => `mentor ${id}`;
export const wantedLanguage = (language: string) => `language ${language}`;

export function parseWanted(wanted: string): Wanted {
  const [, kind, value = ""] = /^(mentor|language) (.+)$/.exec(wanted) ?? [];
  if (kind === "mentor") return { mentor: value };
  return kind === "language" ? { language: value } : {};
}
