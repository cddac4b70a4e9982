/** The merit lists. Their ranks are never compared, so each has an option list of its own. */
export const EXAMS = [
  { code: "UGCET", name: "UGCET engineering" },
  { code: "UGNEET", name: "UG NEET: medical, dental" },
  { code: "COMEDK", name: "COMEDK" },
  { code: "UGCET-ARCH", name: "Architecture" },
  { code: "UGCET-BPHARMA", name: "B.Pharma" },
  { code: "UGCET-PHARMD", name: "Pharm-D" },
  { code: "UGCET-BSCNURSING", name: "B.Sc. Nursing" },
  { code: "UGCET-BSCAHS", name: "B.Sc. Allied Health" },
  { code: "UGCET-BPT", name: "Physiotherapy (BPT)" },
  { code: "UGCET-BPO", name: "Prosthetics and Orthotics (BPO)" },
  { code: "UGCET-AGRIBSCTHEORY", name: "B.Sc. Agriculture" },
  { code: "UGCET-AGRICULTUREPRACT", name: "B.Sc. Agriculture, with practical test" },
  { code: "UGCET-AGRICULTURALENGINEERING", name: "Agricultural Engineering" },
  { code: "UGCET-AGRICULTURALENGINEERINGPRACT", name: "Agricultural Engineering, with practical test" },
  { code: "UGCET-FOODSCITHEORY", name: "Food science" },
  { code: "UGCET-FOODSCIPRACT", name: "Food science, with practical test" },
  { code: "UGCET-VETERSCITHEORY", name: "Veterinary science" },
  { code: "UGCET-VETERSCIPRACT", name: "Veterinary science, with practical test" },
  { code: "UGCET-NATUROPATHYYOGA", name: "Naturopathy and Yoga" },
  { code: "UGCET-MEDICALRECORDTECHNOLOGY", name: "Medical Record Technology" },
] as const;

export type ExamCode = (typeof EXAMS)[number]["code"];

export function findExam(code: string | null): ExamCode | undefined {
  return EXAMS.find((exam) => exam.code === code)?.code;
}

/** The lists of the other courses of UGCET have their names only. */
export function hasCodes(code: ExamCode): boolean {
  return !code.startsWith("UGCET-") || code === "UGCET-ARCH";
}

export function examName(code: string): string {
  return EXAMS.find((exam) => exam.code === code)?.name ?? code;
}
