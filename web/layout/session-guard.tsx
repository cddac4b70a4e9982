import { Outlet } from "react-router";
import { Spinner } from "../ui/spinner.tsx";
import { useSessionGuard } from "./use-session-guard.tsx";

/** For the pages without a sidebar. The others have the guard in their shell. */
export default function SessionGuard() {
  const { isSignedIn, redirect } = useSessionGuard();
  if (redirect) return redirect;
  return isSignedIn ? <Outlet /> : <Spinner label="Loading" page />;
}
