import { currentToasts, listenToToasts } from "../../ui/toast.ts";
import { receiveHandOver } from "../hand-over.ts";

/** Shows the notice that a page of the app has handed over. */
export function showNotice(): void {
  const place = document.querySelector("[data-notice]");
  if (!place) return;
  const show = () => place.replaceChildren(...currentToasts().map(({ text }) => text));
  listenToToasts(show);
  receiveHandOver();
}
