import { isSecondStepMissing } from "../../../backend/second-step.ts";
import { useSession } from "../../../backend/session.ts";
import { RedirectAfterSignIn } from "../redirect-after-sign-in.tsx";
import { EnterCode } from "./enter-code.tsx";

export const meta = () => [{ title: "One more step · Maarga" }];

/** The second step of a login, and then the page that was requested. */
export default function SecondStepPage() {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  if (isSecondStepMissing(session.session)) return <EnterCode />;
  return <RedirectAfterSignIn session={session.session} />;
}
