import { findPlan, planLabel } from "../../../../domain/plans.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { HolderCount } from "./holder-count.tsx";
import { type Offer, useDeleteOffer } from "./manage-offers.ts";

interface DeleteDialogProps {
  readonly offer: Offer;
  readonly onClose: () => void;
}

export function DeleteDialog({ offer, onClose }: DeleteDialogProps) {
  const remove = useDeleteOffer();
  const plan = findPlan(offer.plan_level, offer.plan_exam, offer.plan_name);
  const confirm = () =>
    remove.mutate(offer.id, {
      onSuccess: () => {
        toast.success("Plan deleted");
        onClose();
      },
      onError: () => toast.error("Failed to delete plan"),
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete Plan"
      text={
        <>
          <span className="mb-3 block">{plan && planLabel(plan)} will no longer be offered.</span>
          <HolderCount offer={offer} />
        </>
      }
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
    />
  );
}
