import { useQuery } from "@tanstack/react-query";
import type { Call } from "../../../domain/calls.ts";
import type { OwnSlot } from "../../../domain/slots.ts";
import { tables } from "../../backend/tables.ts";
import { useOwnProfile } from "../../queries/own-profile.ts";

async function fetchMentor(mentorId: string): Promise<Pick<Call, "mentor" | "videoUrl">> {
  const [mentor, link] = await Promise.all([
    tables().from("mentors").select("name").eq("id", mentorId).maybeSingle(),
    tables().from("mentor_links").select("video_url").eq("mentor_id", mentorId).maybeSingle(),
  ]);
  const error = mentor.error ?? link.error;
  if (error) throw error;
  return { mentor: mentor.data?.name, videoUrl: link.data?.video_url ?? undefined };
}

/** Returns who calls whom in a slot, once it is known. */
export function useCallOfSlot({ mentorId = "" }: OwnSlot): Call | undefined {
  const { data: profile } = useOwnProfile();
  const { data: mentor } = useQuery({
    queryKey: ["mentor-of-slot", mentorId],
    queryFn: () => fetchMentor(mentorId),
    enabled: mentorId !== "",
  });
  return mentor || mentorId === "" ? { ...mentor, phone: profile?.phone } : undefined;
}
