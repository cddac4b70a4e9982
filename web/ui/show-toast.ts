/** A toast from a page without any weight to spare for sonner, which comes by itself soon after the page. */
export function showToast(kind: "success" | "error", text: string, id?: string): void {
  import("sonner").then(
    ({ toast }) => toast[kind](text, id ? { id } : {}),
    // Not reached. The page says the same in its place.
    () => {},
  );
}
