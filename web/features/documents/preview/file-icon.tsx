import { FileText, Image } from "lucide-react";

export function FileIcon({ type }: { type: string }) {
  const Icon = type.startsWith("image/") ? Image : FileText;
  return (
    <span className="grid size-11 shrink-0 place-items-center rounded-control bg-press-wash text-press">
      <Icon aria-hidden className="size-5" />
    </span>
  );
}
