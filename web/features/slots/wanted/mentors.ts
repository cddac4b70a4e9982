import { useQuery } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";

export interface BookableMentor {
  readonly id: string;
  readonly name: string;
  readonly languages: readonly string[];
  readonly about: string;
  readonly hasPhoto: boolean;
}

async function fetchMentors(): Promise<BookableMentor[]> {
  const { data, error } = await tables().rpc("bookable_mentors");
  if (error) throw error;
  return data.map((row) => ({
    id: row.id ?? "",
    name: row.name ?? "",
    languages: row.languages ?? [],
    about: row.about ?? "",
    hasPhoto: row.has_photo === true,
  }));
}

export function useMentors(isNeeded: boolean) {
  return useQuery({ queryKey: ["bookable-mentors"], queryFn: fetchMentors, enabled: isNeeded });
}

/** Returns a JPEG file in base64. Without one, the list shows a letter instead, so a failure needs no message. */
export function usePhotoOf({ id, hasPhoto }: BookableMentor): string | undefined {
  const { data } = useQuery({
    queryKey: ["photo-of-mentor", id],
    queryFn: async () => {
      const { data: photo, error } = await tables()
        .from("mentor_photos")
        .select("jpeg")
        .eq("mentor_id", id)
        .maybeSingle();
      if (error) throw error;
      return photo?.jpeg ?? null;
    },
    enabled: hasPhoto,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? undefined;
}
