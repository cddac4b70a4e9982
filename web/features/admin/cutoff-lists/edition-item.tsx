import { useState } from "react";
import { countText } from "../../../../domain/count-text.ts";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { ComparisonView } from "./comparison-view.tsx";
import { type Edition, useComparison, useDiscard, usePublish } from "./editions.ts";

/** An edition that can be published: a preview, or one that another has replaced. */
export function EditionItem({ edition }: { edition: Edition }) {
  const isPreview = edition.state === "preview";
  const [isOpen, setIsOpen] = useState(isPreview);
  return (
    <li className="grid gap-3 p-4 *:min-w-0">
      <EditionText edition={edition} />
      {isOpen ? (
        <Decision edition={edition} />
      ) : (
        <Button
          size="small"
          variant="secondary"
          className="justify-self-start"
          aria-label={`Compare ${edition.label}, edition ${edition.edition_id}`}
          onClick={() => setIsOpen(true)}
        >
          Compare
        </Button>
      )}
    </li>
  );
}

export function EditionText({ edition }: { edition: Edition }) {
  const { edition_id, label, state, is_provisional, title, ranks } = edition;
  const steps = [
    `added by ${edition.added_by}, ${day(edition.added_at)}`,
    edition.published_at && `published by ${edition.published_by}, ${day(edition.published_at)}`,
    state === "replaced" && edition.replaced_at && `replaced ${day(edition.replaced_at)}`,
  ].filter(Boolean);
  return (
    <div className="wrap-anywhere grid gap-1">
      <h2 className="font-text text-base tracking-normal">
        {label} {is_provisional && <Badge>Provisional</Badge>}
      </h2>
      <p className="text-muted text-sm">
        Edition {edition_id}, {countText(ranks, "rank")}: {steps.join("; ")}
      </p>
      {title && <p className="text-sm">{title}</p>}
    </div>
  );
}

const day = (instant: string) => formatInstant(new Date(instant));

function Decision({ edition: { edition_id, label, state, ranks } }: { edition: Edition }) {
  const comparison = useComparison(edition_id);
  const publish = usePublish();
  const discard = useDiscard();
  const [asked, setAsked] = useState<"publish" | "discard">();
  if (comparison.error) return <LoadFailed onRetry={comparison.refetch} busy={comparison.isFetching} />;
  if (!comparison.data) return <Skeleton className="h-40" />;
  const { before } = comparison.data;
  const failure = publish.error ?? discard.error;
  const done = { onSettled: () => setAsked(undefined) };
  const confirm = () =>
    asked === "publish"
      ? publish.mutate(
          { edition: edition_id, comparedWith: before },
          { ...done, onSuccess: () => toast.success(`${label} is published.`) },
        )
      : discard.mutate(edition_id, { ...done, onSuccess: () => toast.success("The preview is discarded.") });
  return (
    <section aria-label={`Comparison of edition ${edition_id}`} className="grid gap-3 *:min-w-0">
      <ComparisonView comparison={comparison.data} />
      {failure && (
        <Notice kind="danger">
          {refusalText(failure, "No response from the server. Nothing is lost; please try again.")}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setAsked("publish")}>
          {state === "preview" ? "Publish" : "Publish again"}
        </Button>
        {state === "preview" && (
          <Button variant="secondary" onClick={() => setAsked("discard")}>
            Discard
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={asked === "discard" ? "Discard this preview?" : `Publish ${label}?`}
        text={
          asked === "discard"
            ? "Its ranks are forgotten. You can add the file again."
            : `Everybody sees its ${countText(ranks, "rank")} within two minutes. ${before === null ? "" : "An edition of the same list that is published now stays readable, and can be published again."}`
        }
        confirm={asked === "discard" ? "Discard" : "Publish"}
        danger={asked === "discard"}
        busy={publish.isPending || discard.isPending}
        onConfirm={confirm}
      />
    </section>
  );
}
