import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./class-names.ts";
import { overlayClasses, stayOpenForToasts, useFocusReturn } from "./overlay.ts";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** For screen readers only, if the content of the sheet makes the title redundant. */
  titleHidden?: boolean | undefined;
  side?: "left" | "right" | undefined;
  children: ReactNode;
};

/** Slides over the page from one side, at most 18rem wide. */
export function Sheet({ open, onOpenChange, title, titleHidden = false, side = "left", children }: Props) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          {...focusReturn}
          aria-describedby={undefined}
          onInteractOutside={stayOpenForToasts}
          className={cn(
            "fixed inset-y-0 z-50 flex w-72 max-w-[calc(100%-3rem)] flex-col overflow-y-auto border-line bg-card",
            "pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] transition duration-150 starting:opacity-0",
            side === "left"
              ? "left-0 border-r starting:-translate-x-8"
              : "right-0 border-l starting:translate-x-8",
          )}
        >
          <Radix.Title className={titleHidden ? "sr-only" : "pt-4 pr-14 pb-2 pl-4 text-lg"}>
            {title}
          </Radix.Title>
          {children}
          <Radix.Close
            aria-label="Close"
            className="absolute top-2 right-2 grid size-11 place-items-center rounded-control text-muted hover:bg-wash hover:text-ink"
          >
            <X aria-hidden className="size-5" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
