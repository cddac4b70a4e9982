import { cloneElement, type ReactElement, useEffect, useId, useLayoutEffect, useRef, useState } from "react";

const DELAY_MS = 700;
const GAP_PX = 6;

type Side = "top" | "right" | "bottom";
type Child = ReactElement<{ "aria-label"?: string | undefined; "aria-describedby"?: string | undefined }>;

/**
 * Appears after a delay on hover and at once on keyboard focus; Escape hides it. Essential text must not be only here.
 */
export function Tooltip({ text, side = "top", children }: { text: string; side?: Side; children: Child }) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = () => {
    clearTimeout(timer.current);
    setIsShown(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  // Screen readers would read a name twice if it were the description too.
  const isName = children.props["aria-label"] === text;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only tracks hover and focus
    <span
      className="inline-grid"
      onPointerEnter={(event) => {
        if (event.pointerType === "mouse") timer.current = setTimeout(setIsShown, DELAY_MS, true);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && setIsShown(true)}
      onBlur={hide}
    >
      {isName ? children : cloneElement(children, { "aria-describedby": isShown ? id : undefined })}
      {isShown && <Bubble {...{ id, text, side, hide }} isHidden={isName} />}
    </span>
  );
}

type BubbleProps = { id: string; text: string; side: Side; isHidden: boolean; hide: () => void };

function Bubble({ id, text, side, isHidden, hide }: BubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (bubble.current) place(bubble.current, side);
  }, [side]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && hide();
    document.addEventListener("keydown", onKey);
    document.addEventListener("scroll", hide, { capture: true, passive: true });
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("scroll", hide, { capture: true });
    };
  });
  return (
    <span
      ref={bubble}
      role="tooltip"
      id={id}
      aria-hidden={isHidden || undefined}
      className="fixed z-60 w-max max-w-60 rounded-control bg-ink px-2.5 py-1.5 text-sm text-paper transition-opacity duration-100 starting:opacity-0"
    >
      {text}
    </span>
  );
}

/** Places the bubble beside its target, inside the window. */
function place(bubble: HTMLElement, side: Side) {
  const target = bubble.parentElement?.getBoundingClientRect() ?? new DOMRect();
  const { width, height } = bubble.getBoundingClientRect();
  const left = side === "right" ? target.right + GAP_PX : target.left + (target.width - width) / 2;
  const beside = target.top + (target.height - height) / 2;
  const top = { right: beside, top: target.top - height - GAP_PX, bottom: target.bottom + GAP_PX }[side];
  bubble.style.left = `${Math.max(GAP_PX, Math.min(left, innerWidth - width - GAP_PX))}px`;
  bubble.style.top = `${top < GAP_PX ? target.bottom + GAP_PX : top}px`;
}
