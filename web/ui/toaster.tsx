import { Toaster as Sonner } from "sonner";
import "sonner/dist/styles.css";
import { cn } from "./class-names.ts";

const DURATION_MS = 4000;
const MAX_VISIBLE = 3;

const CLASSES = {
  toast: cn(
    "pointer-events-auto flex w-(--width) items-center gap-3 rounded-control border border-line bg-card pl-4",
    "font-text text-ink shadow-lg shadow-black/10 duration-150!",
  ),
  content: "min-w-0 flex-1 py-2.5",
  title: "font-medium",
  description: "text-sm text-muted",
  icon: "shrink-0 text-muted [&_svg]:size-5",
  success: "[&_[data-icon]]:text-press",
  error: "[&_[data-icon]]:text-danger",
  warning: "[&_[data-icon]]:text-marigold-ink",
  info: "[&_[data-icon]]:text-press",
  closeButton: cn(
    "order-last grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink",
    "focus-visible:-outline-offset-4 [&_svg]:size-4",
  ),
  actionButton: "min-h-11 shrink-0 rounded-control px-2 font-semibold text-press hover:bg-press-wash",
};

/** Shows toasts at the top, below the header, because the bottom of a phone's screen has the buttons. */
export function Toaster() {
  return (
    <Sonner
      duration={DURATION_MS}
      visibleToasts={MAX_VISIBLE}
      position="top-center"
      offset={{ top: "4.5rem" }}
      mobileOffset={{ top: "calc(env(safe-area-inset-top) + 4.25rem)", left: 12, right: 12 }}
      gap={8}
      expand
      closeButton
      containerAriaLabel="Messages"
      toastOptions={{ unstyled: true, classNames: CLASSES, closeButtonAriaLabel: "Close message" }}
    />
  );
}
