import { useState } from "react";
import type { ExamCode } from "../../../../domain/option-exams.ts";
import { changeOptions, type Option } from "../../../../domain/options.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { AddPanel } from "../add/add-panel.tsx";
import { WholeList } from "../checks/whole-list.tsx";
import { ChosenRoundField } from "../details/chosen-round-field.tsx";
import { type ChosenRound, useOptionDetails } from "../details/details-request.ts";
import { OptionEntries } from "../entries/option-entries.tsx";
import { ChangeFailure } from "../list/change-failure.tsx";
import { ProfileCard } from "../list/profile-card.tsx";
import type { StoredList } from "../list/stored-list.ts";
import { AllotmentView } from "../rounds/allotment-view.tsx";
import { useOpenedList, usePropose } from "./student-list.ts";

interface Props {
  readonly studentId: string;
  readonly exam: ExamCode;
}

/** The student's list as it is, and a copy of it that is changed into a proposal. */
export function OpenedList({ studentId, exam }: Props) {
  const opened = useOpenedList(studentId, exam);
  if (opened.error)
    return (
      <LoadFailed text="The list could not be opened." onRetry={opened.refetch} busy={opened.isFetching} />
    );
  if (opened.data === undefined) return <Skeleton className="h-60" />;
  if (opened.data === null) return <p className="text-muted">The list is gone.</p>;
  return <Helping studentId={studentId} list={opened.data} />;
}

function Helping({ studentId, list }: { studentId: string; list: StoredList }) {
  const { exam, entries } = list;
  const [announcement, setAnnouncement] = useState("");
  const [chosen, setChosen] = useState<ChosenRound>();
  const initial = { id: "", name: "", words: "", entries };
  const { value, isChanged, change, restart, draft } = useKeptState<typeof initial>(
    `proposal:${studentId}:${exam}`,
    initial,
  );
  const [isProposing, setIsProposing] = useState(isChanged);
  const propose = usePropose(studentId, exam);
  const shown: readonly Option[] = isProposing ? value.entries : entries;
  const details = useOptionDetails(exam, shown, list, chosen);
  const { detailsOf } = details;
  const stop = () => {
    restart(initial);
    propose.reset();
    setIsProposing(false);
  };
  const send = () => {
    const id = value.id || crypto.randomUUID();
    change({ ...value, id });
    propose.mutate(
      { ...value, id },
      {
        onSuccess: () => {
          toast.success("Proposed. The student can take it or leave it.");
          stop();
        },
      },
    );
  };
  const onChange = (made: Parameters<typeof changeOptions>[1]) =>
    change({ ...value, id: "", entries: changeOptions(value.entries, made) });
  return (
    <div className="grid grid-cols-1 gap-6">
      <ProfileCard list={list} canChange={false} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ChosenRoundField exam={exam} chosen={chosen} onChoose={setChosen} />
        {!isProposing && <Button onClick={() => setIsProposing(true)}>Propose a version</Button>}
      </div>
      {details.error && (
        <LoadFailed
          text="The figures could not be loaded."
          onRetry={details.refetch}
          busy={details.isFetching}
        />
      )}
      {isProposing && (
        <section aria-label="Your proposal" className="grid gap-4 rounded-card border p-4">
          <DraftNote draft={draft} onThrowAway={stop} />
          <Notice kind="info">
            This is a copy. The student’s list changes only if they take your proposal.
          </Notice>
          <TextField
            label="Name of the proposal"
            maxLength={80}
            value={value.name}
            onChange={({ target }) => change({ ...value, id: "", name: target.value })}
          />
          <TextArea
            label="Why"
            optional
            rows={3}
            maxLength={1000}
            value={value.words}
            onChange={({ target }) => change({ ...value, id: "", words: target.value })}
          />
          <AddPanel
            list={list}
            options={value.entries}
            {...{ chosen, studentId, onChange }}
            announce={setAnnouncement}
          />
          <ChangeFailure error={propose.error} />
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" disabled={propose.isPending} onClick={stop}>
              Cancel
            </Button>
            <Button
              busy={propose.isPending}
              disabled={!value.name.trim() || value.entries.length === 0}
              onClick={send}
            >
              Propose
            </Button>
          </div>
        </section>
      )}
      {shown.length === 0 ? (
        <p className="text-muted">The list is empty.</p>
      ) : (
        <OptionEntries
          list={list}
          options={shown}
          detailsOf={detailsOf}
          studentId={studentId}
          announce={setAnnouncement}
          onChange={isProposing ? onChange : undefined}
        />
      )}
      <section className="grid grid-cols-1 gap-3">
        <h2 className="text-lg">The list as a whole</h2>
        <WholeList {...{ list, detailsOf }} options={shown} />
      </section>
      {list.allotments.map((allotment) => (
        <AllotmentView
          key={`${allotment.year} ${allotment.round}`}
          list={list}
          allotment={allotment}
          canDelete={false}
        />
      ))}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
