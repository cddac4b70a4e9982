/** A phone's browser hands a PDF to another program instead of showing it. */
export function canPreview(type: string): boolean {
  if (type === "application/pdf") return navigator.pdfViewerEnabled;
  return type.startsWith("image/");
}
