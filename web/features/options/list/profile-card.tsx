import { useState } from "react";
import { formatRupees } from "../../../../domain/money.ts";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { formatRank } from "../details/option-details.ts";
import type { StoredList } from "./stored-list.ts";

const ProfileDialog = lazyPart(async () => (await import("./profile-dialog.tsx")).ProfileDialog);

interface Props {
  readonly list: StoredList;
  /** False for a counsellor, and while the list is the one that is kept on the device. */
  readonly canChange: boolean;
}

/** The candidate for whom the figures beside the options are computed. */
export function ProfileCard({ list, canChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { rank, category, isRural, isKannadaMedium, is371j, feeLimit } = list;
  const facts = [
    rank === null ? "No rank yet" : `Rank ${formatRank(rank)}`,
    category === "GM" ? "General Merit" : `Category ${category}`,
    isRural && "rural",
    isKannadaMedium && "Kannada medium",
    is371j && "371(J)",
    feeLimit === null ? "no fee limit" : `at most ${formatRupees(feeLimit)} a year`,
  ].filter(Boolean);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border bg-card p-3 sm:p-4">
      <p className="tabular wrap-anywhere min-w-0">{facts.join(" · ")}</p>
      {canChange && (
        <Button size="small" variant="secondary" onClick={() => setIsOpen(true)}>
          {rank === null ? "Enter your rank" : "Change"}
        </Button>
      )}
      {isOpen && <ProfileDialog list={list} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
