import { type PointerEvent, useRef, useState } from "react";

/** Near the edges of the window, dragging scrolls the page even while the pointer rests: faster nearer to the edge. */
const EDGE_PX = 72;
const MAX_SCROLL_PX = 36;

interface Drag {
  readonly id: string;
  /** The index of the gap into which the option would be dropped: 0 is above the first one. */
  readonly gap: number;
}

/**
 * Dragging a row of a list by its grip, with a mouse or a finger. The rows are children of the list, in order. The arrow
 * keys and "Move to" do the same without dragging.
 */
export function useRowDragging(onDrop: (id: string, gap: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const latest = useRef<Drag>(undefined);
  const show = (next: Drag | undefined) => {
    latest.current = next;
    setDrag((shown) => (shown?.id === next?.id && shown?.gap === next?.gap ? shown : next));
  };
  const gapAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])];
    let low = 0;
    let high = rows.length;
    // A list has hundreds of rows, and a pointer moves often.
    while (low < high) {
      const middle = (low + high) >> 1;
      const { top, height } = (rows[middle] as Element).getBoundingClientRect();
      if (y > top + height / 2) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const pointerY = useRef(0);
  const isScrolling = useRef(false);
  /** Scrolls once a frame until the pointer leaves the edge, the row is dropped, or the list is left. */
  const scroll = () => {
    const dragged = list.current ? latest.current : undefined;
    const by = dragged ? scrollAt(pointerY.current) : 0;
    isScrolling.current = by !== 0;
    if (!dragged || by === 0) return;
    window.scrollBy(0, by);
    show({ id: dragged.id, gap: gapAt(pointerY.current) });
    requestAnimationFrame(scroll);
  };
  const gripProps = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      show({ id, gap: gapAt(event.clientY) });
    },
    onPointerMove: ({ clientY }: PointerEvent<HTMLElement>) => {
      if (latest.current?.id !== id) return;
      pointerY.current = clientY;
      show({ id, gap: gapAt(clientY) });
      if (!isScrolling.current) scroll();
    },
    onPointerUp: () => {
      const dropped = latest.current;
      show(undefined);
      if (dropped?.id === id) onDrop(id, dropped.gap);
    },
    onPointerCancel: () => show(undefined),
  });
  return { list, drag, gripProps };
}

/** The way to scroll for a pointer at this height of the window, in a frame. */
function scrollAt(y: number): number {
  const above = Math.min(EDGE_PX - y, EDGE_PX);
  const below = Math.min(y - (window.innerHeight - EDGE_PX), EDGE_PX);
  return (Math.max(below, 0) - Math.max(above, 0)) * (MAX_SCROLL_PX / EDGE_PX);
}
