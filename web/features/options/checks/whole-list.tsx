import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Option, OptionChange } from "../../../../domain/options.ts";
import { tables } from "../../../backend/tables.ts";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import type { DetailsOf } from "../details/option-details.ts";
import type { StoredList } from "../list/stored-list.ts";
import { ChecksPanel } from "./checks-panel.tsx";
import { ListOutlookView } from "./list-outlook.tsx";

interface Props {
  readonly list: StoredList;
  readonly options: readonly Option[];
  readonly detailsOf: DetailsOf;
  readonly onChange?: ((change: OptionChange) => void) | undefined;
}

type CoursesOf = Readonly<Record<string, readonly string[]>>;

const NONE: CoursesOf = {};

/** The outlook and the checks, with the courses of the listed colleges, which only these checks need. */
export function WholeList({ list, options, ...props }: Props) {
  const { exam, feeLimit } = list;
  const colleges = useMemo(() => [...new Set(options.map(({ college }) => college))].sort(), [options]);
  const courses = useQuery({
    queryKey: ["option-courses", exam, colleges.join()],
    enabled: colleges.length > 0,
    queryFn: async () => {
      const { data, error } = await tables().rpc("option_courses_of", {
        which: exam,
        college_codes: colleges,
      });
      if (error) throw error;
      return data as unknown as CoursesOf;
    },
  });
  return (
    <div className="grid grid-cols-1 gap-4">
      {options.length > 0 && <ListOutlookView list={list} options={options} />}
      {courses.error && (
        <LoadFailed
          text="Which courses the listed colleges have could not be loaded, so missing options are not named."
          onRetry={courses.refetch}
          busy={courses.isFetching}
        />
      )}
      <ChecksPanel
        exam={exam}
        options={options}
        coursesOf={courses.data ?? NONE}
        feeLimit={feeLimit}
        {...props}
      />
    </div>
  );
}
