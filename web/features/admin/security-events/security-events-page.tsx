import { findBoundsOfDay } from "../../../../domain/kolkata-time.ts";
import { SECURITY_EVENT_KINDS, securityEventName } from "../../../../domain/security-events.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { usePaging, useReturnToFirstPage } from "../../../ui/paging.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import { EventsTable } from "./events-table.tsx";
import { useSecurityEvents } from "./security-events.ts";

export const meta = () => [{ title: "Security Events · Maarga" }];

const TITLE = {
  title: "Security Events",
  text: "Sign-ins, failed attempts and changes of accounts. Nobody can change or delete one.",
};

export const handle = { skeleton: <PageSkeleton {...TITLE} /> };

export default function SecurityEventsPage() {
  const paging = usePaging();
  const { params, page, pageSize, change } = paging;
  const search = params.get("search") ?? "";
  const kind = SECURITY_EVENT_KINDS.find((known) => known === params.get("kind")) ?? "all";
  const typedDay = params.get("day") ?? "";
  const day = findBoundsOfDay(typedDay) ? typedDay : "";
  const events = useSecurityEvents({ search, kind, day, page, pageSize });
  useReturnToFirstPage(events.data, paging);
  return (
    <>
      <PageTitle {...TITLE} />
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <SearchField
            placeholder="Email, account, device or IP address"
            search={search}
            onSearch={(text) => change({ search: text })}
          />
          <SelectField
            label="Event"
            className="w-full sm:w-64"
            value={kind}
            options={[
              { value: "all", label: "All Events" },
              ...SECURITY_EVENT_KINDS.map((value) => ({ value, label: securityEventName(value) })),
            ]}
            onChange={({ target }) => change({ kind: target.value })}
          />
          <TextField
            label="Day"
            type="date"
            className="w-full sm:w-44"
            value={day}
            onChange={({ target }) => change({ day: target.value })}
          />
        </div>
        {events.isError ? (
          <LoadFailed
            text="The security events could not be loaded."
            onRetry={events.refetch}
            busy={events.isFetching}
          />
        ) : (
          <EventsTable events={events.data} isStale={events.isPlaceholderData} />
        )}
        {events.data && <Pager {...paging.pager(events.data)} isExact={events.data[0]?.total_is_exact} />}
      </div>
    </>
  );
}
