import { ChartColumn, ChevronLeft, ChevronRight, Printer } from "lucide-react";
import { Link } from "react-router";
import { dayAfter } from "../../../domain/kolkata-time.ts";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { AgendaMentor, View } from "./agenda.ts";

interface Props {
  readonly view: View;
  readonly day: string;
  readonly today: string;
  /** The number of days to the page before and after. */
  readonly step: number;
  readonly mentors: readonly AgendaMentor[];
  readonly former: readonly AgendaMentor[];
  readonly isAdmin: boolean;
  readonly mentor: string;
  readonly search: string;
  readonly onDay: (day: string) => void;
  readonly onMentor: (mentor: string) => void;
  readonly onSearch: (search: string) => void;
}

export function AgendaToolbar(props: Props) {
  const { view, day, today, step, mentors, former, isAdmin, mentor, search, onDay, onMentor, onSearch } =
    props;
  const pages = view === "day" ? "day" : view === "week" ? "week" : "two months";
  return (
    <div className="flex flex-wrap items-end gap-3 print:hidden">
      {view === "list" && (
        <SearchField placeholder="Name or phone number" search={search} onSearch={onSearch} />
      )}
      <TextField
        label={view === "day" ? "Day" : search.trim() ? "Within a year of" : "From"}
        type="date"
        className="w-full xs:w-44"
        value={day}
        onChange={({ target }) => onDay(target.value)}
      />
      {mentors.length + former.length > 1 && (
        <SelectField
          label="Mentor"
          className="w-full xs:w-52"
          value={mentor}
          options={[
            { value: "", label: "All mentors" },
            ...mentors.map(({ id, name }) => ({ value: id, label: name })),
            ...former.map(({ id, name }) => ({ value: id, label: `${name} (former)` })),
          ]}
          onChange={({ target }) => onMentor(target.value)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          aria-label={`Previous ${pages}`}
          onClick={() => onDay(dayAfter(day, -step))}
        >
          <ChevronLeft aria-hidden className="size-5" />
        </Button>
        <Button variant="secondary" disabled={day === today} onClick={() => onDay("")}>
          Today
        </Button>
        <Button variant="secondary" aria-label={`Next ${pages}`} onClick={() => onDay(dayAfter(day, step))}>
          <ChevronRight aria-hidden className="size-5" />
        </Button>
        {view === "day" && (
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            Print
          </Button>
        )}
        {isAdmin && (
          <Link to="/agenda/season" className={buttonClasses({ variant: "secondary" })}>
            <ChartColumn aria-hidden className="size-5" />
            Season
          </Link>
        )}
      </div>
    </div>
  );
}
