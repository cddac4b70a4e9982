/** Holds the target in place while fonts and late parts change the layout above it, until the reader acts. */
export function keepInView(target: Element, guide: Element): () => void {
  const observer = new ResizeObserver(() => target.scrollIntoView());
  observer.observe(guide);
  const reader = new AbortController();
  const release = () => {
    observer.disconnect();
    reader.abort();
  };
  for (const type of ["wheel", "touchmove", "pointerdown", "keydown"])
    addEventListener(type, release, { signal: reader.signal, passive: true });
  return release;
}
