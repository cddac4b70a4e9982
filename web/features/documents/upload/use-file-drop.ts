import { useEffect, useEffectEvent, useState } from "react";

/** Accepts files anywhere on the page: outside a drop target, the browser would open the file instead of the page. */
export function useFileDrop(isEnabled: boolean, onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const handleFiles = useEffectEvent(onFiles);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isEnabled ? "copy" : "none";
      setIsOver(isEnabled);
    };
    const leave = (event: DragEvent) => {
      // Null only when the pointer leaves the window.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (isEnabled && files.length > 0) handleFiles(files);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, [isEnabled]);
  return isOver;
}
