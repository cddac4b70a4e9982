import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function PlanRequiredDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog
      {...{ open, onOpenChange }}
      title="Plan Required"
      description="Please purchase a plan to book slots."
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Ok
          </Button>
          <Button asChild>
            <Link to="/pricing">Buy Plan</Link>
          </Button>
        </>
      }
    />
  );
}
