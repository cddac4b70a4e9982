import type { Session } from "@supabase/auth-js";
import { createContext, type RefObject } from "react";

/** Shared by the pages for signing in. They are one document, so a link between them loads nothing. */
interface SignInContextValue {
  /** The address typed on any of the pages. */
  readonly email: string;
  setEmail(email: string): void;
  /** The password typed for a login or a registration: whoever registers may have begun to log in. */
  readonly password: RefObject<string>;
  openPage(path: SignInPath): void;
  /** Opens the app: at the given page, or else at the one that was requested. */
  openApp(session: Session, path?: string): void;
}

export type SignInPath = "/auth" | "/login" | "/forgot-password";

export const SignInContext = createContext<SignInContextValue>({
  email: "",
  setEmail() {},
  password: { current: "" },
  openPage() {},
  openApp() {},
});
