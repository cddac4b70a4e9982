/** PDFs have no preview on most phones, where browsers open them in another app. */
export function canPreview(type: string): boolean {
  if (type === "application/pdf") return navigator.pdfViewerEnabled;
  return type.startsWith("image/");
}
