import type { SupabaseClient } from "@supabase/supabase-js";
import type { Member } from "./members.ts";

/** The bucket of the students' documents. */
export const DOCUMENTS = "user-documents";

let time = 1_795_253_400_000;

/** Returns a new name as the product chooses it: the student's folder, milliseconds, the original name. */
export function documentPath(student: Pick<Member, "id">, name = "marks.pdf"): string {
  return `${student.id}/${time++}_${name}`;
}

export function documentsOf(person: Pick<Member, "client">): ReturnType<SupabaseClient["storage"]["from"]> {
  return person.client.storage.from(DOCUMENTS);
}

export function fileOf(bytes: Buffer, type: string, name = "marks.pdf"): File {
  return new File([new Uint8Array(bytes)], name, { type });
}
