import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { toast } from "sonner";
import { useSession } from "../backend/session.ts";
import { Spinner } from "../ui/spinner.tsx";

/** Lets nobody in who is not signed in, and remembers where he wanted to go. */
export default function SessionGuard() {
  const session = useSession();
  if (session.status === "loading") return <Spinner label="Loading" page />;
  if (session.status === "signed-out") return <ToSignIn />;
  return <Outlet />;
}

function ToSignIn() {
  const { pathname, search, hash } = useLocation();
  // The link of a reset mail that could not sign him in: there he learns why, and asks for another.
  const isMailedLink = pathname === "/reset-password" && hash !== "";
  useEffect(() => {
    if (isMailedLink) return;
    const text = pathname.includes("pricing")
      ? "Please login to view pricing."
      : "Please log in to continue.";
    // One id: however often the guard is passed through, it is said once.
    toast.info(text, { id: "sign-in-first" });
  }, [pathname, isMailedLink]);
  if (isMailedLink) return <Navigate to={{ pathname: "/forgot-password", hash }} replace />;
  return <Navigate to="/auth" replace state={{ from: pathname + search }} />;
}
