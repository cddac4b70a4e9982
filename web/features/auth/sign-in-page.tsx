import { useEffect, useState, useSyncExternalStore } from "react";
import { Navigate } from "react-router";
import { SESSION_KEY } from "../../backend/auth.ts";
import type { LinkOutcome } from "../../backend/exchange-code.ts";
import { useSession } from "../../backend/session.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Tab, TabPanel, Tabs, TabsList } from "../../ui/tabs.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { useChallenge } from "./challenge/use-challenge.ts";
import { LoginForm } from "./login-form.tsx";
import { PasskeyForm } from "./passkeys/passkey-form.tsx";
import type { SentSignUp } from "./register-form.tsx";
import { useMailedLink } from "./use-mailed-link.ts";

export const meta = () => [
  { title: "Log in or register · Maarga" },
  { name: "description", content: "Log in to Maarga, or register with your email address." },
];

// Loaded after the first render: most visitors log in and need none of these.
const load = {
  afterLogin: () => import("./after-login.tsx"),
  linkNotice: () => import("./link-notice.tsx"),
  registerForm: () => import("./register-form.tsx"),
  signUpMail: () => import("./sign-up-mail.tsx"),
};
const LinkNotice = lazyPart(async () => (await load.linkNotice()).LinkNotice);
const SignUpMail = lazyPart(async () => (await load.signUpMail()).SignUpMail, {
  frame: (message) => <AuthFrame title="Check your email">{message}</AuthFrame>,
});
const AfterLogin = lazyPart(async () => (await load.afterLogin()).AfterLogin, {
  fallback: <Spinner label="Opening Maarga" page />,
  failed: "The next page could not be loaded. Check your connection and try again.",
  frame: (message) => <AuthFrame title="One more step">{message}</AuthFrame>,
});
const RegisterForm = lazyPart(async () => (await load.registerForm()).RegisterForm);

function usePreload(): void {
  useEffect(() => {
    // A part that failed to load is requested again, and its error shown, when it is needed.
    for (const fetchPart of Object.values(load)) fetchPart().catch(() => {});
  }, []);
}

export default function SignInPage() {
  const session = useSession();
  const link = useMailedLink();
  const hasStoredSession = useHasStoredSession();
  const [hasNoPassword, setHasNoPassword] = useState(false);
  if (session.status === "signed-in" && hasNoPassword) return <Navigate to="/reset-password" replace />;
  if (session.status === "signed-in") return <AfterLogin session={session.session} />;
  if (link === "pending" || (session.status === "loading" && hasStoredSession))
    return <Spinner label="Opening Maarga" page />;
  return <SignIn link={link} onVerifiedWithoutPassword={() => setHasNoPassword(true)} />;
}

interface SignInProps {
  readonly link: LinkOutcome;
  onVerifiedWithoutPassword(): void;
}

function SignIn({ link, onVerifiedWithoutPassword }: SignInProps) {
  const [tab, setTab] = useState("login");
  const [email, setEmail] = useState("");
  const [signUp, setSignUp] = useState<SentSignUp>();
  const challenge = useChallenge();
  usePreload();
  useEffect(() => {
    if (location.hash === "#register") setTab("register");
    load
      .signUpMail()
      .then(({ findSentSignUp }) => findSentSignUp())
      .then((sent) => setSignUp((now) => now ?? sent))
      .catch(() => {});
  }, []);
  const showMail = (started: SentSignUp) => {
    setEmail(started.email);
    setSignUp(started);
  };

  if (signUp)
    return (
      <SignUpMail
        challenge={challenge}
        signUp={signUp}
        onBack={() => setSignUp(undefined)}
        onVerifiedWithoutPassword={onVerifiedWithoutPassword}
      />
    );
  const newLink = (
    <Button variant="secondary" onClick={() => showMail({ email, ids: [] })}>
      Send a new link
    </Button>
  );
  return (
    <AuthFrame title={tab === "login" ? "Log in to Maarga" : "Your Maarga account"}>
      <div className="grid grid-cols-1 gap-4">
        {(link === "refused" || link === "unreachable") && <LinkNotice link={link} newLink={newLink} />}
        <Tabs value={tab} onValueChange={setTab}>
          <TabsList aria-label="Log in or register" className="mb-5">
            <Tab value="login">Login</Tab>
            <Tab value="register">Register</Tab>
          </TabsList>
          <TabPanel value="login">
            <LoginForm
              challenge={challenge}
              email={email}
              onEmail={setEmail}
              onNewLink={(address, password) => showMail({ email: address, password, ids: [] })}
            />
            <PasskeyForm />
          </TabPanel>
          <TabPanel value="register">
            <RegisterForm challenge={challenge} email={email} onEmail={setEmail} onRegistered={showMail} />
          </TabPanel>
        </Tabs>
      </div>
    </AuthFrame>
  );
}

/** With a stored session, the forms would appear only for a moment, so a spinner is shown instead. */
function useHasStoredSession(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => localStorage.getItem(SESSION_KEY) !== null,
    () => false,
  );
}
