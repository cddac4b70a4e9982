import { AUDIT_ACTIONS } from "../../../../domain/audit-actions.ts";
import { SelectField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { usePaging, useReturnToFirstPage } from "../../../ui/paging.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import { useAuditLog } from "./audit-log.ts";
import { EntriesTable } from "./entries-table.tsx";
import { actionName } from "./sentences.ts";

export const meta = () => [{ title: "Audit Log · Maarga" }];

const TITLE = {
  title: "Audit Log",
  text: "A record of what admins have done. Nobody can change or delete an entry.",
};

export const handle = { skeleton: <PageSkeleton {...TITLE} /> };

export default function AuditLogPage() {
  const paging = usePaging();
  const { params, page, pageSize, change } = paging;
  const search = params.get("search") ?? "";
  const action = AUDIT_ACTIONS.find((known) => known === params.get("action")) ?? "all";
  const entries = useAuditLog({ search, action, page, pageSize });
  useReturnToFirstPage(entries.data, paging);
  return (
    <>
      <PageTitle {...TITLE} />
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <SearchField
            placeholder="Name, email, plan or IP address"
            search={search}
            onSearch={(text) => change({ search: text })}
          />
          <SelectField
            label="Action"
            className="w-full sm:w-64"
            value={action}
            options={[
              { value: "all", label: "All Actions" },
              ...AUDIT_ACTIONS.map((value) => ({ value, label: actionName(value) })),
            ]}
            onChange={({ target }) => change({ action: target.value })}
          />
        </div>
        {entries.isError ? (
          <LoadFailed
            text="The audit log could not be loaded."
            onRetry={entries.refetch}
            busy={entries.isFetching}
          />
        ) : (
          <EntriesTable entries={entries.data} isStale={entries.isPlaceholderData} />
        )}
        {entries.data && <Pager {...paging.pager(entries.data)} />}
      </div>
    </>
  );
}
