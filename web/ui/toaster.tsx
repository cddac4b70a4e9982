import { Toaster as Sonner } from "sonner";
import "sonner/dist/styles.css";

const DURATION_MILLISECONDS = 4000;
const MOST_AT_ONCE = 3;

/** Short news, announced to screen readers; on a phone above the thumb's buttons, so at the top. */
export function Toaster() {
  return (
    <Sonner
      duration={DURATION_MILLISECONDS}
      visibleToasts={MOST_AT_ONCE}
      position="top-center"
      closeButton
      richColors={false}
      toastOptions={{ classNames: { toast: "maarga-toast" } }}
    />
  );
}
