import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./class-names.ts";
import { makeFocusableIfScrollable, overlayClasses, stayOpenForToasts, useFocusReturn } from "./overlay.ts";

export type PanelProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** `wide` is for content to read or compare. */
  width?: "default" | "wide" | undefined;
};

const ALERT_PROPS = { role: "alertdialog", onInteractOutside: (event: Event) => event.preventDefault() };

/**
 * The panel is at the bottom of a phone's screen, within reach of the thumb, and centred on larger screens. Only its
 * content scrolls.
 */
export function DialogPanel({ isAlert, ...props }: PanelProps & { isAlert: boolean }) {
  const { open, onOpenChange, title, description, children, footer, width = "default" } = props;
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          {...focusReturn}
          {...(isAlert ? ALERT_PROPS : { onInteractOutside: stayOpenForToasts })}
          {...(!description && { "aria-describedby": undefined })}
          className={cn(
            "fixed inset-x-0 bottom-0 z-50 flex max-h-[85dvh] flex-col rounded-t-card border border-line bg-card",
            "pb-[env(safe-area-inset-bottom)] transition duration-150 starting:translate-y-6 starting:opacity-0",
            "sm:inset-0 sm:m-auto sm:h-fit sm:w-[calc(100%-2rem)] sm:rounded-card sm:pb-0",
            width === "wide" ? "sm:max-w-3xl" : "sm:max-w-md",
          )}
        >
          <div
            className={cn(
              "grid gap-1 pt-4 pb-2 sm:pt-5",
              isAlert ? "px-4 sm:px-6" : "pr-14 pl-4 sm:pr-16 sm:pl-6",
            )}
          >
            <Radix.Title className="text-xl wrap-anywhere">{title}</Radix.Title>
            {description && (
              <Radix.Description asChild>
                <div className="text-muted">{description}</div>
              </Radix.Description>
            )}
          </div>
          {children && (
            <div
              ref={makeFocusableIfScrollable}
              className="min-h-0 overflow-y-auto px-4 py-2 focus-visible:-outline-offset-2 sm:px-6"
            >
              {children}
            </div>
          )}
          {footer && (
            <div className="flex gap-3 p-4 *:min-w-0 *:flex-1 sm:justify-end sm:px-6 sm:pb-5 sm:*:flex-none">
              {footer}
            </div>
          )}
          {!isAlert && <CloseButton />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function CloseButton() {
  return (
    <Radix.Close
      aria-label="Close"
      className="absolute top-2 right-2 grid size-11 place-items-center rounded-control text-muted hover:bg-wash hover:text-ink"
    >
      <X aria-hidden className="size-5" />
    </Radix.Close>
  );
}
