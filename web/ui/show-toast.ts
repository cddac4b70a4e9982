/** Shows a toast. Sonner is loaded after the page, to stay within the weight budget of the sign-in page. */
export function showToast(kind: "success" | "error", text: string, id?: string): void {
  import("sonner").then(
    ({ toast }) => toast[kind](text, id ? { id } : {}),
    // Sonner could not be loaded. The page itself shows the same message.
    () => {},
  );
}
