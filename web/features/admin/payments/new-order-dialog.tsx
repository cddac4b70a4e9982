import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ASSIGNABLE_PLANS, type NO_PLAN, type Plan, planLabel } from "../../../../domain/plans.ts";
import { tables } from "../../../backend/tables.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { RequestFailure } from "../../../layout/request-failure.tsx";
import { ordersKey } from "../../../queries/list-orders.ts";
import { useStudents } from "../../../queries/list-students.ts";
import { ChoiceGroup } from "../../../ui/choice-group.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { SearchField } from "../../../ui/search-field.tsx";

const MAX_SHOWN = 10;
const PLANS = ASSIGNABLE_PLANS.filter((plan) => plan.level !== "none");
const OPTIONS = [
  { value: "", label: "Choose a plan", disabled: true },
  ...PLANS.map((plan) => ({ value: planLabel(plan), label: planLabel(plan) })),
];

interface NewOrder {
  readonly student: string;
  readonly plan: Plan | typeof NO_PLAN;
}

/** The database computes the amount. Sent again after its response was lost, it returns the same order. */
async function makeOrder({ student, plan }: NewOrder): Promise<{ id: string; number: string }> {
  const { data, error } = await tables().rpc("make_order_for", { student, ...plan });
  if (error) throw error;
  return { id: data[0]?.id ?? "", number: data[0]?.number ?? "" };
}

const EMPTY = { search: "", student: "", label: "" };

interface NewOrderDialogProps {
  readonly onMade: (order: { id: string; number: string }) => void;
  readonly onClose: () => void;
}

/** Makes an order for a student who paid, or pays in person, without choosing a plan on /pricing. */
export function NewOrderDialog({ onMade, onClose }: NewOrderDialogProps) {
  const { value, change, restart, draft } = useKeptState("new order", EMPTY);
  const { search, student, label } = value;
  const plan = PLANS.find((known) => planLabel(known) === label);
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: makeOrder,
    onSuccess: (order) => {
      draft.forget();
      onMade(order);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  });
  const isSearched = search.trim() !== "";
  const found = useStudents(
    { search, status: "all", page: 1, pageSize: MAX_SHOWN, sort: "created_at.desc" },
    isSearched,
  );
  const students = isSearched ? (found.data ?? []) : [];
  const isReady = plan !== undefined && students.some(({ id }) => id === student);
  const send = () => {
    if (plan) making.mutate({ student, plan });
  };
  return (
    <FormDialog
      title="New order"
      description="For a student who paid without choosing a plan. The amount is today's price, or the difference for an upgrade. Then add the payment to it."
      submit="Make the order"
      isReady={isReady}
      busy={making.isPending}
      onSubmit={send}
      onClose={onClose}
      onCancel={() => {
        draft.forget();
        onClose();
      }}
    >
      <DraftNote draft={draft} onThrowAway={() => restart(EMPTY)} />
      <SearchField
        placeholder="Name, phone or email"
        search={search}
        onSearch={(text) => change({ ...value, search: text, student: "" })}
      />
      {isSearched && found.error && <LoadFailed onRetry={found.refetch} busy={found.isFetching} />}
      {isSearched && found.data && students.length === 0 && (
        <p role="status" className="text-muted">
          No student found.
        </p>
      )}
      {students.length > 0 && (
        <ChoiceGroup
          label="Student"
          value={student}
          options={students.map(({ id, first_name, last_name, email, phone }) => ({
            value: id,
            label: `${first_name} ${last_name}`.trim(),
            description: [email, phone].filter(Boolean).join(" · "),
          }))}
          onChange={(chosen) => change({ ...value, student: chosen })}
        />
      )}
      <SelectField
        label="Plan"
        options={OPTIONS}
        value={label}
        onChange={({ target }) => change({ ...value, label: target.value })}
      />
      <RequestFailure
        error={making.error}
        fallback="The order could not be made. Please try again."
        busy={making.isPending}
        onRetry={send}
      />
    </FormDialog>
  );
}
