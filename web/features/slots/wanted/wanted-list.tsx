import { ChoiceGroup } from "../../../ui/choice-group.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { type BookableMentor, useMentors, usePhotoOf } from "./mentors.ts";
import { ANYONE, wantedLanguage, wantedMentor } from "./wanted.ts";

interface Props {
  readonly wanted: string;
  readonly onWanted: (wanted: string) => void;
}

export function WantedList({ wanted, onWanted }: Props) {
  const mentors = useMentors(true);
  const languages = [...new Set(mentors.data?.flatMap((mentor) => mentor.languages))].toSorted();
  if (mentors.isPending) return <Skeleton className="h-60" />;
  return (
    <div className="grid max-h-96 gap-3 overflow-y-auto overscroll-y-contain p-1 -m-1">
      {mentors.data === undefined && (
        <LoadFailed
          text="The mentors could not be loaded."
          onRetry={mentors.refetch}
          busy={mentors.isFetching}
        />
      )}
      <ChoiceGroup
        label="Who do you want to talk to?"
        value={wanted}
        onChange={onWanted}
        options={[
          { value: ANYONE, label: "Anyone who is free", description: "Most times to choose from" },
          ...(mentors.data ?? []).map((mentor) => ({
            value: wantedMentor(mentor.id),
            label: <MentorName mentor={mentor} />,
            description: <AboutMentor mentor={mentor} />,
          })),
          ...languages.map((language) => ({
            value: wantedLanguage(language),
            label: `Anyone who speaks ${language}`,
          })),
        ]}
      />
    </div>
  );
}

function MentorName({ mentor }: { mentor: BookableMentor }) {
  const photo = usePhotoOf(mentor);
  return (
    <span className="flex items-center gap-3">
      {photo ? (
        <img src={`data:image/jpeg;base64,${photo}`} alt="" className="size-12 shrink-0 rounded-full" />
      ) : (
        <span
          aria-hidden
          className="grid size-12 shrink-0 place-items-center rounded-full bg-wash text-lg text-muted"
        >
          {mentor.name.slice(0, 1)}
        </span>
      )}
      <span className="wrap-anywhere min-w-0">{mentor.name}</span>
    </span>
  );
}

function AboutMentor({ mentor: { languages, about } }: { mentor: BookableMentor }) {
  return (
    <span className="wrap-anywhere mt-1 block">
      {languages.length > 0 && <span className="block">Speaks {languages.join(", ")}</span>}
      {about}
    </span>
  );
}
