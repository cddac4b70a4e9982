/** The rules of the profile of mentors. The constraints in database/migrations/0054_mentors.sql decide. */

export const MENTOR_LANGUAGES = [
  "Kannada",
  "English",
  "Hindi",
  "Konkani",
  "Malayalam",
  "Marathi",
  "Tamil",
  "Telugu",
  "Tulu",
  "Urdu",
] as const;

export const MAX_MENTOR_NAME_LENGTH = 80;
export const MAX_ABOUT_LENGTH = 300;

export function findNameProblem(name: string): string | undefined {
  if (name.trim() === "") return "Please enter the name that students see.";
  return /[<>]/.test(name) ? "A name cannot contain < or >." : undefined;
}

/** Without a link, the mentor calls the student. */
export function findVideoLinkProblem(link: string): string | undefined {
  if (link.trim() === "") return "Please enter the link, or choose to call students.";
  const isAllowed = /^https:\/\/[^\s<>"'\\]+$/.test(link.trim()) && link.trim().length <= 500;
  return isAllowed ? undefined : "The link must begin with https:// and contain no spaces or quotes.";
}
