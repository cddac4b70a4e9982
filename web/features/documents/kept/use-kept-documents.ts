import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useUser } from "../../../queries/user.ts";
import { toast } from "../../../ui/toast.ts";
import { documentsKey } from "../requests/download-document.ts";
import type { StoredDocument } from "../requests/stored-documents.ts";
import { keepOnly, keptNamesKey, listKept, turnOff, turnOn } from "./kept-documents.ts";

/** The names of the documents on this device; null while the switch is off. */
export function useKeptNames() {
  const { id } = useUser();
  return useQuery({ queryKey: keptNamesKey(id), queryFn: () => listKept(id), staleTime: 0 });
}

export function useKeepSwitch() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOn(id) : turnOff(id)),
    onSuccess: () => {
      // A document that was opened before the switch is fetched again, and then kept.
      queryClient.removeQueries({ queryKey: documentsKey(id) });
      return queryClient.invalidateQueries({ queryKey: keptNamesKey(id) });
    },
    onError: () => toast.error("This could not be changed. Please try again."),
  });
}

/** Removes from the device what the server's list no longer has, and files in which harm was found. */
export function useRemovalOfDeleted(documents: readonly StoredDocument[] | undefined): void {
  const { id } = useUser();
  const queryClient = useQueryClient();
  useEffect(() => {
    const harmless = documents?.filter(({ scanState }) => scanState !== "infected");
    if (harmless) void removeOthers(queryClient, id, harmless);
  }, [documents, id, queryClient]);
}

async function removeOthers(client: QueryClient, userId: string, documents: readonly StoredDocument[]) {
  await keepOnly(
    userId,
    documents.map(({ name }) => name),
  );
  await client.invalidateQueries({ queryKey: keptNamesKey(userId) });
}
