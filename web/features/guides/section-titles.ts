/** The sections of the guide in order. Other sites link to the ids: keep them. */
export const SECTION_TITLES = {
  start: "Before anything else",
  "who-does-what": "Who does what",
  "ug-cet": "UG CET, step by step",
  "ug-neet": "UG NEET, step by step",
  "pg-cet": "PG CET (PGCET), step by step",
  "pg-neet": "PG NEET, step by step",
  "four-choices": "The four choices",
  documents: "Documents to have ready",
  clauses: "Eligibility clauses and checks",
  reservation: "Reservation",
  dates: "Dates of the last cycle",
  money: "Money",
  mistakes: "Fourteen common mistakes",
  "where-to-ask": "Where to ask",
  sources: "Where the numbers come from",
} as const;

export type SectionId = keyof typeof SECTION_TITLES;
