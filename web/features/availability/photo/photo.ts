import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";
import { useUser } from "../../../queries/user.ts";
import { drawPhoto } from "./draw-photo.ts";

const keyOf = (userId: string) => ["own-photo", userId] as const;

/** Returns a JPEG file in base64. */
async function fetchPhoto(mentor: string): Promise<string | null> {
  const { data, error } = await tables()
    .from("mentor_photos")
    .select("jpeg")
    .eq("mentor_id", mentor)
    .maybeSingle();
  if (error) throw error;
  return data?.jpeg ?? null;
}

export function usePhoto() {
  const { id } = useUser();
  return useQuery({ queryKey: keyOf(id), queryFn: () => fetchPhoto(id) });
}

/** Saves the picture, or deletes the photograph. */
async function savePhoto(mentor: string, file: File | null): Promise<string | null> {
  const photos = tables().from("mentor_photos");
  const jpeg = file && (await drawPhoto(file));
  const { error } = jpeg
    ? await photos.upsert({ mentor_id: mentor, jpeg })
    : await photos.delete().eq("mentor_id", mentor);
  if (error) throw error;
  return jpeg;
}

export function useSavePhoto() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File | null) => savePhoto(id, file),
    onSuccess: (jpeg) => queryClient.setQueryData(keyOf(id), jpeg),
  });
}
