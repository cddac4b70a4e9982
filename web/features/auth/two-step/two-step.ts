import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { auth } from "../../../backend/auth.ts";
import { useUser } from "../../../queries/user.ts";

export interface TwoStep {
  readonly appIds: readonly string[];
  /** When the first of the apps was added; undefined if two-step login is off. */
  readonly since: Date | undefined;
  /** Undefined if there are no recovery codes. */
  readonly codesLeft: number | undefined;
}

const keyOf = (userId: string) => ["two-step", userId] as const;

async function fetchTwoStep(): Promise<TwoStep> {
  const { data, error } = await (await auth()).mfa.listFactors();
  if (error) throw error;
  const [first] = data.totp;
  return {
    appIds: data.totp.map(({ id }) => id),
    since: first && new Date(first.updated_at),
    codesLeft: data.recovery_code.length > 0 ? await countRecoveryCodes() : undefined,
  };
}

async function countRecoveryCodes(): Promise<number> {
  const { data, error } = await (await auth()).mfa.recoveryCodes.getStatus();
  if (error) throw error;
  return data.remaining;
}

export function useTwoStep() {
  const { id } = useUser();
  return useQuery({ queryKey: keyOf(id), queryFn: fetchTwoStep });
}

/** Creates recovery codes, in place of those that exist. They can be read only now. */
async function createRecoveryCodes({ codesLeft }: TwoStep): Promise<readonly string[]> {
  const { recoveryCodes } = (await auth()).mfa;
  const { data, error } = await (codesLeft === undefined
    ? recoveryCodes.generate()
    : recoveryCodes.regenerate());
  if (error) throw error;
  return data.codes;
}

export function useCreateRecoveryCodes(onCreated: (codes: readonly string[]) => void) {
  return useMutation({
    mutationFn: createRecoveryCodes,
    // Before the page is loaded again, so that it shows the codes and not the state without them.
    onSuccess: onCreated,
    onSettled: useRefreshTwoStep(),
  });
}

async function turnOff({ appIds }: TwoStep): Promise<void> {
  for (const factorId of appIds) {
    const { error } = await (await auth()).mfa.unenroll({ factorId });
    if (error) throw error;
  }
  // The stored user still has the apps.
  const { error } = await (await auth()).refreshSession();
  if (error) throw error;
}

export function useTurnOff() {
  return useMutation({ mutationFn: turnOff, onSettled: useRefreshTwoStep() });
}

/** The rights of an admin depend on the second step too, so every query is loaded again. */
function useRefreshTwoStep() {
  const queryClient = useQueryClient();
  // The mutation does not wait for the refresh, which removes the component that reports the success.
  return () => void queryClient.invalidateQueries();
}
