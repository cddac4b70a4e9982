/** The languages in which students may get their mails. profiles_have_a_known_language has the same. */
export const LANGUAGES = ["en", "kn"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A value in each language: a translation that is missing does not compile. */
export type Translated<Value> = Readonly<Record<Language, Value>>;

/** The name of each language in that language, because students may not read another one. */
export const LANGUAGE_NAMES: Translated<string> = { en: "English", kn: "ಕನ್ನಡ" };

/** Returns the language of a stored value, or English for a language that only a later version knows. */
export function toLanguage(stored: string | null | undefined): Language {
  return LANGUAGES.find((language) => language === stored) ?? "en";
}
