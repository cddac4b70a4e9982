const NEW_PDF =
  "Please open it, choose Print, then “Save as PDF”, and upload the new PDF, or photograph the pages.";
const AS_PDF =
  "Please open it in Word, choose Save as, then PDF, and upload the PDF, or photograph the pages.";
const WITHOUT_LINK =
  "Please right-click each such link in Word, choose Remove Hyperlink, save it and upload it again, or photograph the pages.";
const NEW_PICTURE = "Please take a new photo or a screenshot of it and upload that.";

/** The reasons to refuse a file of an accepted type, as the student reads them. */
const TEXTS = {
  pdfDamaged: `This PDF is damaged or cannot be checked. ${NEW_PDF}`,
  pdfLocked: `This PDF is protected, so it cannot be checked. ${NEW_PDF}`,
  pdfScript: `This PDF contains a script. ${NEW_PDF}`,
  pdfLaunch: `This PDF opens other files or programs. ${NEW_PDF}`,
  pdfAttachment: `This PDF contains other files. ${NEW_PDF}`,
  wordDamaged: `This Word document is damaged or cannot be checked. ${AS_PDF}`,
  wordLocked: `This Word document is protected, so it cannot be checked. ${AS_PDF}`,
  wordMacros: `This Word document contains macros, which are programs. ${AS_PDF}`,
  wordExternal: `This Word document loads a template or other content from elsewhere. ${AS_PDF}`,
  wordFileLink: `This Word document contains a link to a file on a computer or in a network. ${WITHOUT_LINK}`,
  wordEmbedded: `This Word document contains other files or objects. ${AS_PDF}`,
  pictureDamaged: `This picture is damaged. ${NEW_PICTURE}`,
  pictureTooLarge: `This picture has too many pixels. ${NEW_PICTURE}`,
} as const;

export type ContentProblem = keyof typeof TEXTS;

export function textOf(problem: ContentProblem): string {
  return TEXTS[problem];
}
