import { useState } from "react";
import { useSearchParams } from "react-router";
import { EXAMS, type ExamCode, findExam } from "../../../domain/option-exams.ts";
import { AsOf } from "../../layout/kept/as-of.tsx";
import { useKeptAnswer } from "../../layout/kept/use-kept-answer.ts";
import { useCurrentPlan } from "../../queries/current-plan.ts";
import { SelectField } from "../../ui/field.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useStoredList } from "./list/stored-list.ts";
import { OptionList } from "./option-list.tsx";

export const meta = () => [{ title: "Your Options · Maarga" }];

const TITLE = "Your Options";
const TEXT =
  "Colleges and courses in the order of your preference. A round gives you the first one that your rank reaches.";

export const handle = { skeleton: <PageSkeleton title={TITLE} text={TEXT} /> };

export default function OptionsPage() {
  const [params, setParams] = useSearchParams();
  const plan = useCurrentPlan();
  const exam = findExam(params.get("exam")) ?? (plan.data?.exam === "neet" ? "UGNEET" : "UGCET");
  return (
    <>
      <div className="print:hidden">
        <PageTitle title={TITLE} text={TEXT} />
        <SelectField
          label="Merit list"
          className="mb-4 max-w-md"
          value={exam}
          options={EXAMS.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={({ target }) => setParams({ exam: target.value }, { replace: true })}
        />
      </div>
      <ListOfExam key={exam} exam={exam} />
    </>
  );
}

function ListOfExam({ exam }: { exam: ExamCode }) {
  const [announcement, setAnnouncement] = useState("");
  const stored = useStoredList(exam);
  const { data, asOf } = useKeptAnswer(`options:${exam}`, stored, withoutWords);
  return (
    <>
      {asOf !== undefined && (
        <div className="mb-4 print:hidden">
          <AsOf asOf={asOf} busy={stored.isFetching} onRetry={stored.refetch}>
            You can still add, move and remove options: the changes are kept here and sent later. Everything
            else needs a connection.
          </AsOf>
        </div>
      )}
      {data && <OptionList list={data} isReachable={asOf === undefined} announce={setAnnouncement} />}
      {!data && stored.error && (
        <LoadFailed text="Your list could not be loaded." onRetry={stored.refetch} busy={stored.isFetching} />
      )}
      {!data && !stored.error && <Skeleton className="h-60" />}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

/** The part that is kept on the device: the order, and not what counsellors have written. */
function withoutWords<
  List extends { comments: readonly unknown[]; versions: readonly unknown[]; allotments: readonly unknown[] },
>(list: List): List {
  return { ...list, comments: [], versions: [], allotments: [] };
}
