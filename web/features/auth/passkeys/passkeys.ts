import { AuthApiError, AuthRetryableFetchError } from "@supabase/auth-js";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { auth, fetchAsCaller } from "../../../backend/auth.ts";
import { settings } from "../../../backend/settings.ts";
import { useUser } from "../../../queries/user.ts";

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly addedAt: Date;
  readonly lastUse: Date | undefined;
}

export const MAX_PASSKEYS = 10;
export const MAX_NAME_LENGTH = 120;

const keyOf = (userId: string) => ["passkeys", userId] as const;

async function fetchPasskeys(): Promise<readonly Passkey[]> {
  const { data, error } = await (await auth()).passkey.list();
  if (error) throw error;
  return data.map(({ id, friendly_name = "", created_at, last_used_at }) => ({
    id,
    name: friendly_name,
    addedAt: new Date(created_at),
    lastUse: last_used_at === undefined ? undefined : new Date(last_used_at),
  }));
}

export function usePasskeys() {
  const { id } = useUser();
  return useQuery({ queryKey: keyOf(id), queryFn: fetchPasskeys });
}

interface NewName {
  readonly passkeyId: string;
  readonly friendlyName: string;
}

export function useRenamePasskey() {
  return useMutation({
    async mutationFn(name: NewName) {
      const { error } = await (await auth()).passkey.update(name);
      if (error) throw error;
    },
    onSettled: useRefreshPasskeys(),
  });
}

/** The server requires the password unless the login or its second step is at most ten minutes old. */
export async function removePasskey(id: string, password: string): Promise<void> {
  await callWithPassword(`/${id}`, "DELETE", password);
}

export function useRefreshPasskeys() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keyOf(id) });
}

/** Calls the server directly, because the official client has no parameter for the password. */
export async function callWithPassword(path: string, method: string, password: string): Promise<Response> {
  const response = await fetchAsCaller(`${settings().backendUrl}/auth/v1/passkeys${path}`, {
    method,
    headers: { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" },
    body: JSON.stringify(password ? { current_password: password } : {}),
  }).catch(() => {
    throw new AuthRetryableFetchError("no response", 0);
  });
  if (response.ok) return response;
  const { message, code } = await response.json();
  throw new AuthApiError(message, response.status, code);
}
