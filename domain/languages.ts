/** The languages in which students may get their mails. profiles_have_a_known_language has the same. */
export const LANGUAGES = ["en", "kn"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A value in each language: a translation that is missing does not compile. */
export type Translated<Value> = Readonly<Record<Language, Value>>;

/** Each in its own language, because whoever searches for theirs may not read another. */
export const LANGUAGE_NAMES: Translated<string> = { en: "English", kn: "ಕನ್ನಡ" };

/** Returns the language of a stored value. English is for a language that an earlier version does not know yet. */
export function toLanguage(stored: string | null | undefined): Language {
  return LANGUAGES.find((language) => language === stored) ?? "en";
}
