import { Link } from "react-router";
import { Button, buttonClasses } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface PlanRequiredDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly text: string;
}

export function PlanRequiredDialog({ open, onOpenChange, text }: PlanRequiredDialogProps) {
  const footer = (
    <>
      <Button variant="secondary" onClick={() => onOpenChange(false)}>
        Ok
      </Button>
      <Link to="/pricing" className={buttonClasses()}>
        Buy Plan
      </Link>
    </>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Plan Required"
      description={text}
      footer={footer}
    />
  );
}
