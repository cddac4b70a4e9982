import { Outlet, useLocation } from "react-router";
import { useOwnProfile } from "../queries/own-profile.ts";
import { isAfterSignIn } from "./after-sign-in.ts";
import { Redirect } from "./redirect.tsx";

/** The page. After a login, somebody without a profile is led to the form instead, and from there back to the page. */
export function ProfileFirst() {
  return isAfterSignIn(useLocation().state) ? <WithProfile /> : <Outlet />;
}

function WithProfile() {
  const { pathname, search } = useLocation();
  const { data } = useOwnProfile();
  // Without an answer, the page asks again, and shows the error.
  if (data !== null) return <Outlet />;
  return <Redirect to="/complete-profile" state={{ from: pathname + search }} />;
}
