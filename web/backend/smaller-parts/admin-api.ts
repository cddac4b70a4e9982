import { type AuthError, isAuthError } from "@supabase/auth-js";
import { _request } from "@supabase/auth-js/dist/module/lib/fetch.js";

interface Settings {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly fetch: typeof fetch;
}

/** Stands in for the official client's admin API. Its `signOut` calls this method; nobody calls the others. */
export default class SmallAdminApi {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async signOut(jwt: string, scope: string): Promise<{ data: null; error: AuthError | null }> {
    const { url, headers = {}, fetch } = this.#settings;
    try {
      await _request(fetch, "POST", `${url}/logout?scope=${scope}`, { headers, jwt, noResolveJson: true });
      return { data: null, error: null };
    } catch (error) {
      if (isAuthError(error)) return { data: null, error };
      throw error;
    }
  }
}
