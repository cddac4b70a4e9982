import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import { createPortal } from "react-dom";
import { afterPaint } from "./after-paint.ts";
import { cn } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import { addOverlay } from "./overlay-history.ts";

type Props = {
  onClose: () => void;
  /** Ids of the elements with the name and the description. */
  labelledBy: string;
  describedBy?: string | undefined;
  isAlert?: boolean | undefined;
  /** A locked dialog is closed by neither Back nor Escape. */
  isLocked?: boolean | undefined;
  /** False for a dialog whose opener handles Back itself. */
  closesOnBack?: boolean | undefined;
  /** A dialog that stays mounted is laid out beside the screen while it is closed, so that to open it only moves it. */
  open?: boolean | undefined;
  staysMounted?: boolean | undefined;
  className: string;
  children: ReactNode;
};

/**
 * A native `<dialog>`: the browser makes the page inert and lifts the dialog above it. Mount it only while it is open,
 * unless it stays mounted. Its code is part of the page, so that it opens without a network.
 */
export function Modal(props: Props) {
  const { onClose, labelledBy, describedBy, isAlert = false, isLocked = false } = props;
  const { closesOnBack = true, open = true, staysMounted = false, className, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const finishClosing = useRef<() => void>(() => undefined);
  const requestClose = useEffectEvent(() => onClose());
  const readLock = useEffectEvent(() => isLocked);
  useLayoutEffect(() => {
    if (staysMounted && ref.current) setUnreachable(ref.current, true);
  }, [staysMounted]);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    const opener = document.activeElement;
    const show = () => {
      dialog.showModal();
      if (staysMounted) setUnreachable(dialog, false);
      dialog.style.translate = "";
      focusFirst(dialog);
    };
    finishClosing.current();
    let stopShowing: (() => void) | undefined;
    if (staysMounted) {
      // Making elements inert, or usable again, changes the style of each of them. So the menu is painted before that, and
      // its absence too.
      dialog.style.translate = "0";
      stopShowing = afterPaint(show);
    } else show();
    // Some browsers close a dialog at the second Escape, even if the first one was prevented from doing so.
    const onNativeClose = () => (readLock() ? dialog.showModal() : requestClose());
    dialog.addEventListener("close", onNativeClose);
    const page = window.location.pathname;
    return () => {
      stopShowing?.();
      dialog.removeEventListener("close", onNativeClose);
      const close = () => {
        dialog.close();
        if (staysMounted) setUnreachable(dialog, true);
        dialog.style.translate = "";
        // The focus returns in a microtask, because the same render may disable or remove the opener.
        if (opener instanceof HTMLElement) queueMicrotask(() => returnFocus(opener));
      };
      // A new page takes the focus now.
      if (!staysMounted || window.location.pathname !== page) return close();
      dialog.style.translate = "-100%";
      const cancel = afterPaint(close);
      finishClosing.current = () => {
        finishClosing.current = () => undefined;
        cancel();
        close();
      };
    };
  }, [open, staysMounted]);
  useLayoutEffect(() => {
    if (!open || !closesOnBack) return;
    const add = () => addOverlay({ close: () => requestClose(), isLocked: () => readLock() });
    if (!staysMounted) return add();
    let remove: (() => void) | undefined;
    const cancel = afterPaint(() => {
      remove = add();
    });
    return () => {
      cancel();
      remove?.();
    };
  }, [open, closesOnBack, staysMounted]);
  const startedOutside = useRef(false);
  return createPortal(
    <dialog
      ref={ref}
      role={isAlert ? "alertdialog" : undefined}
      aria-modal="true"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        // The cancel event of a file chooser inside the dialog arrives here too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!isLocked) onClose();
      }}
      onKeyDown={keepFocusInside}
      onMouseDown={(event) => {
        startedOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        if (!isAlert && !isLocked && startedOutside.current && isOutside(event)) onClose();
      }}
      className={cn(
        "fixed z-50 flex-col overscroll-contain border-line bg-card text-ink",
        "transition duration-150 backdrop:bg-black/50",
        staysMounted ? "flex -translate-x-full open:translate-x-0" : "open:flex starting:opacity-0",
        className,
      )}
    >
      {children}
    </dialog>,
    document.body,
  );
}

/** For a dialog beside the screen. */
function setUnreachable(dialog: HTMLDialogElement, isUnreachable: boolean): void {
  dialog.inert = isUnreachable;
  dialog.ariaHidden = isUnreachable ? "true" : null;
}

export function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={onClick}
      className="absolute top-2 right-2 grid size-11 place-items-center rounded-control text-muted hover:bg-wash hover:text-ink"
    >
      <Icon shape="close" className="size-5" />
    </button>
  );
}

const FOCUSABLE =
  ":is(a[href], button, input, select, textarea, summary, [tabindex='0']):not(:disabled, [tabindex='-1'])";

function focusableIn(dialog: HTMLElement): HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.getClientRects().length > 0,
  );
}

function focusFirst(dialog: HTMLElement): void {
  focusableIn(dialog)[0]?.focus();
}

/** Tab wraps around inside the dialog. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== "Tab") return;
  const elements = focusableIn(event.currentTarget);
  const [from, to] = event.shiftKey ? [elements[0], elements.at(-1)] : [elements.at(-1), elements[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

/** A press on the backdrop reaches the dialog itself, at a point outside of its box. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  if (target !== currentTarget) return false;
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** If the opener is gone or disabled by now, its row gets the focus, or else the page. */
function returnFocus(opener: HTMLElement): void {
  const isLost = () =>
    document.activeElement === document.body || document.activeElement?.matches(":disabled");
  // A new page may have taken the focus.
  if (isLost()) opener.focus();
  const row = opener.closest("tr, li")?.querySelector<HTMLElement>("button:enabled");
  for (const other of [row, document.getElementById("main")])
    if (isLost()) other?.focus({ preventScroll: true });
}

/** A scroll container without focusable content must be focusable itself, or the keyboard could not scroll it. */
export function makeFocusableIfScrollable(scroller: HTMLElement | null): void {
  if (!scroller || scroller.scrollHeight <= scroller.clientHeight) return;
  if (!scroller.querySelector("a, button, input, select, textarea")) scroller.tabIndex = 0;
}
