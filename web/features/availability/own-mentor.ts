import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { tables } from "../../backend/tables.ts";
import { useRefreshInterval } from "../../queries/live/use-live.ts";
import { useUser } from "../../queries/user.ts";

export const ownMentorKey = (userId: string) => ["own-mentor", userId] as const;

/** The part of the profile that students see. */
export interface MentorProfile {
  readonly name: string;
  readonly languages: readonly string[];
  readonly exams: readonly string[];
  readonly levels: readonly string[];
  readonly about: string;
  /** Without a link, the mentor calls the student. */
  readonly videoUrl: string | null;
}

interface OwnMentor extends MentorProfile {
  /** Whether students can book. */
  readonly isActive: boolean;
}

async function fetchOwnMentor(id: string): Promise<OwnMentor> {
  const [mentor, link] = await Promise.all([
    tables().from("mentors").select("name, languages, exams, levels, about, active").eq("id", id).single(),
    tables().from("mentor_links").select("video_url").eq("mentor_id", id).single(),
  ]);
  if (mentor.error) throw mentor.error;
  if (link.error) throw link.error;
  const { active, ...profile } = mentor.data;
  return { ...profile, videoUrl: link.data.video_url, isActive: active };
}

export function useOwnMentor(isMentor: boolean) {
  const { id } = useUser();
  return useQuery({
    queryKey: ownMentorKey(id),
    queryFn: () => fetchOwnMentor(id),
    enabled: isMentor,
    refetchInterval: useRefreshInterval(),
  });
}

function useOwnMentorChange<Change>(save: (id: string, change: Change) => Promise<void>) {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => save(id, change),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownMentorKey(id) }),
  });
}

async function setActive(mentor: string, active: boolean): Promise<void> {
  const { error } = await tables().rpc("set_mentor_active", { mentor, active });
  if (error) throw error;
}

export const useSetActive = () => useOwnMentorChange(setActive);

async function saveProfile(id: string, profile: MentorProfile): Promise<void> {
  const { name, about, languages, exams, levels, videoUrl } = profile;
  const values = { name, about, languages: [...languages], exams: [...exams], levels: [...levels] };
  const mentor = await tables().from("mentors").update(values).eq("id", id).select("id").single();
  if (mentor.error) throw mentor.error;
  const link = await tables().from("mentor_links").update({ video_url: videoUrl }).eq("mentor_id", id);
  if (link.error) throw link.error;
}

export const useSaveProfile = () => useOwnMentorChange(saveProfile);
