import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callWithProgress, type StepProgress } from "../../../backend/call-with-progress.ts";
import { tables } from "../../../backend/tables.ts";
import { editionsKey } from "./editions.ts";

/** The list that a file is an edition of. */
export interface ListChoice {
  readonly meritList: string;
  readonly year: string;
  readonly round: string;
  readonly region: string;
}

export interface ReadFile {
  readonly title: string;
  /** As far as the title or the name of the file says. */
  readonly choice: {
    readonly meritList?: string;
    readonly year?: number;
    readonly round?: string;
    readonly region?: string;
  };
  readonly colleges: number;
  readonly courses: number;
  readonly ranks: number;
  readonly editions: readonly number[];
}

interface Reading {
  readonly file: File;
  /** Adds the list as a preview. Without it, nothing is stored. */
  readonly add?: ListChoice;
}

async function readList(
  { file, add }: Reading,
  onProgress: (progress: StepProgress) => void,
): Promise<ReadFile> {
  const query = new URLSearchParams({ step: add ? "add" : "read", name: file.name.slice(-255), ...add });
  // A blob without a type is sent as bytes, whatever type the browser gives the file.
  return callWithProgress(`read-list?${query}`, new Blob([file]), onProgress);
}

export function useReadList() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<StepProgress>();
  const reading = useMutation({
    mutationFn: (chosen: Reading) => {
      setProgress(undefined);
      return readList(chosen, setProgress);
    },
    // After an error, too: the server may have added the list although its response was lost.
    onSettled: (_result, _error, { add }) => {
      if (add) void queryClient.invalidateQueries({ queryKey: editionsKey });
    },
  });
  return { ...reading, progress };
}

async function fetchMeritLists() {
  const { data, error } = await tables().from("merit_lists").select("code, name, has_regions").order("id");
  if (error) throw error;
  return data;
}

export type MeritList = Awaited<ReturnType<typeof fetchMeritLists>>[number];

export function useMeritLists() {
  return useQuery({ queryKey: ["merit-lists"], queryFn: fetchMeritLists });
}
