import { AuthApiError, AuthRetryableFetchError } from "@supabase/auth-js";
import { auth, fetchAsCaller } from "../../../backend/auth.ts";
import { settings } from "../../../backend/settings.ts";
import { FormError } from "../problem.ts";
import { requireDigits, verifyCodeOf } from "./verify-second-step.ts";

/** An authenticator app that is being added. */
export interface NewApp {
  readonly id: string;
  readonly totp: {
    /** A data URL. */
    readonly qr_code: string;
    readonly secret: string;
    /** Opens an app on the same device. */
    readonly uri: string;
  };
}

/** Starts adding an app. The current password is not needed for ten minutes after a login. */
export async function enrollApp(currentPassword: string): Promise<NewApp> {
  if (currentPassword) return enrollWithPassword(currentPassword);
  const { data, error } = await (await auth()).mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  return data;
}

/** The official client's call has no place for the password. */
async function enrollWithPassword(currentPassword: string): Promise<NewApp> {
  const response = await fetchAsCaller(`${settings().backendUrl}/auth/v1/factors`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" },
    body: JSON.stringify({ factor_type: "totp", current_password: currentPassword }),
  }).catch(() => {
    throw new AuthRetryableFetchError("no response", 0);
  });
  const body = await response.json();
  if (!response.ok) throw new AuthApiError(body.message, response.status, body.code);
  return { id: body.id, totp: { ...body.totp, qr_code: `data:image/svg+xml;utf-8,${body.totp.qr_code}` } };
}

/** The first code of the app turns two-step login on. */
export async function confirmApp({ id }: NewApp, typed: string): Promise<void> {
  if (!(await verifyCodeOf(id, requireDigits(typed))))
    throw new FormError(
      "This code is wrong. Please wait for the next one, and check your phone's clock.",
      "code",
    );
}
