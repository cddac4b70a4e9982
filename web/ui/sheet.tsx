import { type ReactNode, useId } from "react";
import { cn } from "./class-names.ts";
import { CloseButton, Modal } from "./modal.tsx";
import { ToastPlace } from "./toaster.tsx";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** For screen readers only, if the content of the sheet makes the title redundant. */
  titleHidden?: boolean | undefined;
  side?: "left" | "right" | undefined;
  /** The content stays mounted while the sheet is closed, so that it opens at once on a slow phone. */
  staysMounted?: boolean | undefined;
  children: ReactNode;
};

/** Slides over the page from one side, at most 18rem wide. */
export function Sheet(props: Props) {
  const { open, onOpenChange, title, titleHidden = false, side = "left", staysMounted, children } = props;
  const id = useId();
  if (!open && !staysMounted) return null;
  const close = () => onOpenChange(false);
  return (
    <Modal
      {...{ open, staysMounted }}
      onClose={close}
      labelledBy={id}
      className={cn(
        "inset-y-0 h-dvh max-h-none w-72 max-w-[calc(100%-3rem)] overflow-y-auto",
        "pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]",
        side === "left" ? "right-auto left-0 border-r" : "right-0 left-auto border-l",
        // One that stays mounted comes from beside the screen.
        !staysMounted && (side === "left" ? "starting:-translate-x-8" : "starting:translate-x-8"),
      )}
    >
      <h2 id={id} className={titleHidden ? "sr-only" : "pt-4 pr-14 pb-2 pl-4 text-lg"}>
        {title}
      </h2>
      {children}
      <ToastPlace level="dialog" isUsed={open} className="has-data-toast:border-t has-data-toast:p-2" />
      <CloseButton onClick={close} />
    </Modal>
  );
}
