/** Browsers on phones open PDFs in another app. */
export function canPreview(type: string): boolean {
  if (type === "application/pdf") return navigator.pdfViewerEnabled;
  return type.startsWith("image/");
}
