import { useState } from "react";
import { hasCodes } from "../../../../domain/option-exams.ts";
import { type Option, type OptionChange, parseOptionCodes } from "../../../../domain/options.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Tab, TabPanel, Tabs, TabsList } from "../../../ui/tabs.tsx";
import { type ChosenRound, useOptionDetails } from "../details/details-request.ts";
import { seatKey } from "../details/option-details.ts";
import type { StoredList } from "../list/stored-list.ts";
import { FoundSeatItem } from "./found-seat-item.tsx";
import { MAX_FOUND, useSeatSearch } from "./seat-search.ts";

interface Props {
  readonly list: StoredList;
  readonly options: readonly Option[];
  readonly chosen: ChosenRound | undefined;
  /** The student of the list, if they are not the caller. */
  readonly studentId?: string | undefined;
  readonly onChange: (change: OptionChange) => void;
  readonly announce: (text: string) => void;
}

/** Adds options from a search, or by the codes of colleges and courses. */
export function AddPanel(props: Props) {
  return (
    <Tabs defaultValue="search">
      <TabsList className="mb-4">
        <Tab value="search">Search</Tab>
        <Tab value="codes">By code</Tab>
      </TabsList>
      <TabPanel value="search">
        <AddFromSearch {...props} />
      </TabPanel>
      <TabPanel value="codes">
        <AddByCode {...props} />
      </TabPanel>
    </Tabs>
  );
}

function AddFromSearch({ list, options, chosen, onChange, announce }: Props) {
  const [words, setWords] = useState("");
  const search = useSeatSearch(list.exam, words);
  const found = words.trim().length > 1 ? (search.data ?? []) : [];
  const { detailsOf } = useOptionDetails(list.exam, found, list, chosen);
  const listed = new Set(options.map(seatKey));
  return (
    <div className="grid grid-cols-1 gap-3">
      <SearchField placeholder="College, course or town" search={words} onSearch={setWords} />
      {search.error && <LoadFailed onRetry={search.refetch} busy={search.isFetching} />}
      {words.trim().length > 1 && search.data?.length === 0 && (
        <p className="text-muted">
          Nothing found. A published list may spell it differently: try fewer words.
        </p>
      )}
      <ul aria-label="Found seats" aria-busy={search.isFetching} className="divide-y empty:hidden">
        {found.map((seat) => (
          <FoundSeatItem
            key={seatKey(seat)}
            seat={seat}
            details={detailsOf(seat)}
            feeLimit={list.feeLimit}
            isListed={listed.has(seatKey(seat))}
            isFull={options.length >= list.limit}
            onAdd={(name) => {
              onChange({ kind: "add", options: [{ id: crypto.randomUUID(), ...seat }] });
              announce(`${name} added as number ${options.length + 1}.`);
            }}
          />
        ))}
      </ul>
      {found.length === MAX_FOUND && <p className="text-muted text-sm">More words find fewer seats.</p>}
    </div>
  );
}

const NO_CODES = { text: "" };

function AddByCode({ list, options, studentId = "", onChange, announce }: Props) {
  const { value, change, restart, draft } = useKeptState(`codes ${studentId} ${list.exam}`, NO_CODES);
  const [problem, setProblem] = useState<string>();
  const add = () => {
    const { codes, unread } = parseOptionCodes(value.text);
    const room = list.limit - options.length;
    setProblem(undefined);
    if (unread.length > 0) return setProblem(`This could not be read: ${unread.slice(0, 3).join("; ")}`);
    if (codes.length === 0) return setProblem("Please type the codes of a college and a course.");
    if (codes.length > room) return setProblem(`There is room for ${room} more.`);
    onChange({ kind: "add", options: codes.map((code) => ({ id: crypto.randomUUID(), ...code })) });
    announce(codes.length === 1 ? "1 option added." : `${codes.length} options added.`);
    restart(NO_CODES);
  };
  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <DraftNote draft={draft} onThrowAway={() => restart(NO_CODES)} />
      <TextArea
        label="Codes"
        rows={3}
        placeholder={"E001 CS\nE002 EC"}
        hint="A college and a course on each line, as the lists print them. You can paste many."
        value={value.text}
        error={problem}
        onChange={({ target }) => change({ text: target.value })}
      />
      {list.exam === "COMEDK" && (
        <Notice kind="info">COMEDK has college codes of its own: its E001 is not KEA’s E001.</Notice>
      )}
      {!hasCodes(list.exam) && (
        <Notice kind="info">
          KEA’s lists print no codes for these courses. Add them with the search: type a part of the name.
        </Notice>
      )}
      <Button type="submit" variant="secondary" className="justify-self-start">
        Add
      </Button>
    </form>
  );
}
