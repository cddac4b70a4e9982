import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { describeStudentFilter, readStudentFilter } from "../../../../domain/student-filter.ts";
import { tables } from "../../../backend/tables.ts";
import { useSavedFilters } from "../../../queries/saved-filters.ts";
import { SelectField } from "../../../ui/field.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { NO_AUDIENCE } from "./audience-query.ts";
import type { ChangeDraft, Draft } from "./draft.ts";

interface AudienceFieldProps {
  readonly draft: Draft;
  readonly onChange: ChangeDraft;
}

/** The holders of a plan, a saved filter, or what the address of the page names: a filter of the list, or one student. */
export function AudienceField({ draft: { audience }, onChange }: AudienceFieldProps) {
  const [params, changeParams] = useUrlParams();
  const fromAddress = useRef(audienceIn(params));
  useEffect(() => {
    if (fromAddress.current === undefined) return;
    onChange({ audience: fromAddress.current });
    fromAddress.current = undefined;
    // The choice is part of the draft from now on: a reload must not undo a later one.
    changeParams(() => new URLSearchParams());
  }, [onChange, changeParams]);
  const saved = useSavedFilters();
  const student = studentOf(audience);
  const name = useQuery({
    queryKey: ["mail-student", student],
    queryFn: () => findName(student as string),
    enabled: student !== undefined,
  });
  const options = [
    { value: NO_AUDIENCE, label: "Those with a plan" },
    ...(saved.data ?? []).map(({ name, filter }) => ({ value: JSON.stringify(filter), label: name })),
  ];
  if (!options.some(({ value }) => value === audience))
    options.push({
      value: audience,
      label:
        student === undefined
          ? describeStudentFilter(readStudentFilter(JSON.parse(audience)))
          : `One student: ${name.data ?? "…"}`,
    });
  return (
    <div className="grid gap-2">
      <SelectField
        label="Audience"
        value={audience}
        options={options}
        onChange={({ target }) => onChange({ audience: target.value })}
      />
      {audience !== NO_AUDIENCE && (
        <Link
          to={
            student === undefined
              ? `/students?filter=${encodeURIComponent(audience)}`
              : `/students/student?id=${student}`
          }
          className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
        >
          See who that is
        </Link>
      )}
    </div>
  );
}

function audienceIn(params: URLSearchParams): string | undefined {
  const student = params.get("student");
  if (student) return JSON.stringify({ student });
  try {
    const filter: unknown = JSON.parse(params.get("filter") ?? "null");
    return filter === null ? undefined : JSON.stringify(readStudentFilter(filter));
  } catch {
    return undefined; // the address was cut or typed by hand
  }
}

function studentOf(audience: string): string | undefined {
  return audience === NO_AUDIENCE ? undefined : (JSON.parse(audience) as { student?: string }).student;
}

async function findName(student: string): Promise<string> {
  const { data, error } = await tables()
    .from("profiles")
    .select("first_name,last_name,email")
    .eq("id", student)
    .maybeSingle();
  if (error) throw error;
  return data ? `${data.first_name} ${data.last_name}, ${data.email}` : "no profile yet";
}
