import { Download } from "lucide-react";
import { useId, useState } from "react";
import { formatDateTime, formatDay, formatTime } from "../../../../domain/kolkata-time.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cn } from "../../../ui/class-names.ts";
import { SelectField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { usePaging, useReturnToFirstPage } from "../../../ui/paging.ts";
import { saveFile } from "../../../ui/save-file.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import { toast } from "../../../ui/toast.ts";
import type { Campaign } from "./campaigns.ts";
import { fetchAllRecipients, type Recipient, useRecipients } from "./recipients.ts";
import { recipientsCsv } from "./recipients-csv.ts";

const STATES = {
  queued: { name: "Queued", tone: "highlight" },
  sent: { name: "Sent", tone: "good" },
  failed: { name: "Failed", tone: "danger" },
  skipped: { name: "Left out", tone: "neutral" },
  stopped: { name: "Stopped", tone: "neutral" },
} as const;
type State = keyof typeof STATES;

export function RecipientList({ campaign }: { campaign: Campaign }) {
  const id = useId();
  const paging = usePaging();
  const { params, page, pageSize, change } = paging;
  const state = params.get("state") ?? "all";
  const search = params.get("search") ?? "";
  const recipients = useRecipients(
    campaign.id,
    { state, search, page, pageSize },
    campaign.state === "sending",
  );
  useReturnToFirstPage(recipients.data, paging);
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl">
          Recipients
        </h2>
        <DownloadCsv campaign={campaign} />
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <SearchField
          placeholder="Name or email"
          search={search}
          onSearch={(text) => change({ search: text })}
        />
        <SelectField
          label="State"
          className="w-44 max-sm:grow"
          value={state}
          options={[
            { value: "all", label: "All" },
            ...(Object.keys(STATES) as State[]).map((value) => ({
              value,
              label: `${STATES[value].name} (${campaign[value].toLocaleString("en-IN")})`,
            })),
          ]}
          onChange={({ target }) => change({ state: target.value })}
        />
      </div>
      {recipients.isError ? (
        <LoadFailed
          text="The recipients could not be loaded."
          onRetry={recipients.refetch}
          busy={recipients.isFetching}
        />
      ) : (
        <RecipientRows recipients={recipients.data} isStale={recipients.isPlaceholderData} />
      )}
      <Pager {...paging.pager(recipients.data)} />
    </section>
  );
}

function RecipientRows({
  recipients,
  isStale,
}: {
  recipients: readonly Recipient[] | undefined;
  isStale: boolean;
}) {
  return (
    <ul
      aria-label="Recipients"
      aria-busy={isStale}
      className={cn("divide-y rounded-card border bg-card", isStale && "opacity-60")}
    >
      {!recipients && <li className="p-4 text-muted">Loading...</li>}
      {recipients?.length === 0 && <li className="p-4 text-muted">No results.</li>}
      {recipients?.map((recipient) => (
        <RecipientRow key={recipient.id} recipient={recipient} />
      ))}
    </ul>
  );
}

function RecipientRow({
  recipient: { name, email, state, reason, attempts, finished_at },
}: {
  recipient: Recipient;
}) {
  const at = finished_at && new Date(finished_at);
  const notes = [
    reason,
    attempts > 1 && `${attempts} attempts`,
    at && `${formatDay(at)}, ${formatTime(at)}`,
  ].filter(Boolean);
  return (
    <li className="grid gap-1 px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0">
          <span className="font-medium max-sm:block">{name}</span> <span className="text-muted">{email}</span>
        </p>
        <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge>
      </div>
      {notes.length > 0 && <p className="wrap-anywhere text-muted text-sm">{notes.join(" · ")}</p>}
    </li>
  );
}

function DownloadCsv({ campaign }: { campaign: Campaign }) {
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    try {
      const text = recipientsCsv(await fetchAllRecipients(campaign.id));
      const at = formatDateTime(new Date(campaign.created_at)).replace(/[ :]/g, "-");
      saveFile(new Blob([text], { type: "text/csv" }), `mail-${at}.csv`);
    } catch {
      toast.error("The list could not be downloaded. Please try again.");
    }
    setIsBusy(false);
  };
  return (
    <Button variant="secondary" busy={isBusy} onClick={download}>
      <Download aria-hidden className="size-4" />
      Download CSV
    </Button>
  );
}
