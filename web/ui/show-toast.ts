/** Shows a toast from pages whose weight budget has no room for sonner. It is loaded right after the page. */
export function showToast(kind: "success" | "error", text: string, id?: string): void {
  import("sonner").then(
    ({ toast }) => toast[kind](text, id ? { id } : {}),
    // Sonner could not be loaded. The page itself shows the same message.
    () => {},
  );
}
