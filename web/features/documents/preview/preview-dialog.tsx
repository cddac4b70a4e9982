import type { ReactNode } from "react";
import { Dialog } from "../../../ui/dialog.tsx";

interface PreviewDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly name: string;
  readonly children: ReactNode;
}

export function PreviewDialog({ open, onOpenChange, name, children }: PreviewDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={name} width="wide">
      <div className="pb-4">{children}</div>
    </Dialog>
  );
}
