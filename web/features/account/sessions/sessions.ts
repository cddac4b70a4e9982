import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { fetchAsCaller } from "../../../backend/auth.ts";
import { settings } from "../../../backend/settings.ts";
import { useUser } from "../../../queries/user.ts";

export interface Device {
  readonly sessionId: string;
  readonly name: string;
  readonly firstUse: Date;
  readonly lastUse: Date;
  readonly isThisOne: boolean;
}

interface SessionRow {
  readonly id: string;
  readonly device: string | null;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly is_current: boolean;
}

const keyOf = (userId: string) => ["sessions", userId] as const;

/** The official client has no call for sessions. */
async function callSessions(path = "", method = "GET"): Promise<Response> {
  const response = await fetchAsCaller(`${settings().backendUrl}/auth/v1/sessions${path}`, { method });
  if (response.ok) return response;
  const code = response.headers.get("x-sb-error-code");
  throw Object.assign(new Error(`sessions: status ${response.status}`), { status: response.status, code });
}

/** Returns whether an admin with a passkey has used only the password. */
export function isPasskeyMissing(error: Error): boolean {
  return "code" in error && error.code === "insufficient_aal";
}

async function fetchDevices(): Promise<readonly Device[]> {
  const rows = (await (await callSessions()).json()) as readonly SessionRow[];
  return rows.map((row) => ({
    sessionId: row.id,
    name: row.device ?? "Unknown device",
    firstUse: new Date(row.created_at),
    lastUse: new Date(row.last_used_at),
    isThisOne: row.is_current,
  }));
}

export function useDevices() {
  const { id } = useUser();
  return useQuery({ queryKey: keyOf(id), queryFn: fetchDevices });
}

/** Logs out one device, or all except this one. A device that is logged out already counts as success. */
async function logOutDevices(target: Device | "all others"): Promise<void> {
  if (target === "all others") await callSessions("", "DELETE");
  else
    await callSessions(`/${target.sessionId}`, "DELETE").catch((error: { status?: number }) => {
      if (error.status !== 404) throw error;
    });
}

export function useLogOutDevices() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: logOutDevices,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(id) }),
  });
}
