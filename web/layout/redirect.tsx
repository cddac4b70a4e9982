import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";

/** Redirects once. The router's `Navigate` starts again at every rendering with a new state object, without end in Preact. */
export function Redirect({ to, state }: { to: string; state: object }) {
  const navigate = useNavigate();
  const start = useRef(() => navigate(to, { replace: true, state }));
  useEffect(() => void start.current(), []);
  return null;
}
