import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";

export const editionsKey = ["cutoff-editions"] as const;

async function fetchEditions() {
  const { data, error } = await tables().rpc("list_editions");
  if (error) throw error;
  return data;
}

export type Edition = Awaited<ReturnType<typeof fetchEditions>>[number];

export function useEditions() {
  return useQuery({ queryKey: [...editionsKey, "all"], queryFn: fetchEditions });
}

/** The result of compare_list in database/rules/cutoff-previews.sql. */
export interface Comparison {
  readonly before: number | null;
  readonly before_label: string | null;
  readonly is_same_list: boolean | null;
  readonly is_same_file: boolean | null;
  readonly ranks: number;
  readonly ranks_before: number;
  readonly added: number;
  readonly gone: number;
  readonly equal: number;
  readonly changed: number;
  readonly odd: number;
  readonly new_colleges: readonly string[];
  readonly gone_colleges: readonly string[];
  readonly new_courses: readonly string[];
  readonly gone_courses: readonly string[];
  readonly new_categories: readonly string[];
  readonly gone_categories: readonly string[];
  readonly examples: readonly {
    readonly seat: string;
    readonly category: string;
    readonly rank: number;
    readonly rank_before: number;
  }[];
}

async function compareEdition(edition: number): Promise<Comparison> {
  const { data, error } = await tables().rpc("compare_list", { edition });
  if (error) throw error;
  return data as unknown as Comparison;
}

export function useComparison(edition: number) {
  return useQuery({
    queryKey: [...editionsKey, "comparison", edition],
    queryFn: () => compareEdition(edition),
  });
}

interface Publishing {
  readonly edition: number;
  /** The edition that it was compared with. Another one may have been published meanwhile. */
  readonly comparedWith: number | null;
}

async function publishEdition({ edition, comparedWith }: Publishing): Promise<void> {
  // The generated type has no null, which stands for no list before this one.
  const { error } = await tables().rpc("publish_list", { edition, compared_with: comparedWith as number });
  if (error) throw error;
}

export function usePublish() {
  return useEditionChange(publishEdition);
}

async function discardEdition(edition: number): Promise<void> {
  const { error } = await tables().rpc("discard_list", { edition });
  if (error) throw error;
}

export function useDiscard() {
  return useEditionChange(discardEdition);
}

/** Refetches after an error, too: the server may have made the change although its response was lost. */
function useEditionChange<Input>(mutationFn: (input: Input) => Promise<void>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: editionsKey });
    },
  });
}
