import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { Navigate } from "react-router";
import { SESSION_KEY } from "../../backend/auth.ts";
import type { LinkOutcome } from "../../backend/mailed-link.ts";
import { isSecondStepMissing } from "../../backend/second-step.ts";
import { useSession } from "../../backend/session.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Tab, TabPanel, Tabs, TabsList } from "../../ui/tabs.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import type { Proof } from "./challenge/challenge.ts";
import { useChallenge } from "./challenge/use-challenge.ts";
import { LoginForm } from "./login-form.tsx";
import { RedirectAfterSignIn } from "./redirect-after-sign-in.tsx";
import type { SentSignUp } from "./register-form.tsx";
import { TextButton } from "./text-button.tsx";
import { useMailedLink } from "./use-mailed-link.ts";

export const meta = () => [
  { title: "Log in or register · Maarga" },
  { name: "description", content: "Log in to Maarga, or register with your email address." },
];

// Loaded after the first render: most visitors log in and need none of these.
const load = {
  emailForm: () => import("./email-form.tsx"),
  linkSent: () => import("./link-sent.tsx"),
  registerForm: () => import("./register-form.tsx"),
  signUpMail: () => import("./send-sign-up-mail.ts"),
  enterCode: () => import("./two-step/enter-code.tsx"),
};
const EmailForm = lazy(async () => ({ default: (await load.emailForm()).EmailForm }));
const LinkSent = lazy(async () => ({ default: (await load.linkSent()).LinkSent }));
// A failed load is shown in place: the user is half-way in, and the page behind knows nothing of the second step.
const EnterCode = lazy(async () => ({
  default: await load.enterCode().then(
    (module) => module.EnterCode,
    () => EnterCodeNotLoaded,
  ),
}));
const RegisterForm = lazy(async () => ({ default: (await load.registerForm()).RegisterForm }));

function usePreload(): void {
  useEffect(() => {
    // A part that failed to load is requested again, and its error shown, when it is needed.
    for (const fetchPart of Object.values(load)) fetchPart().catch(() => {});
  }, []);
}

const NO_SIGN_UP: SentSignUp = { email: "", ids: [] };

type View = "forms" | "registered" | "new link";

export default function SignInPage() {
  const session = useSession();
  const link = useMailedLink();
  const hasStoredSession = useHasStoredSession();
  const [hasNoPassword, setHasNoPassword] = useState(false);
  if (session.status === "signed-in" && hasNoPassword) return <Navigate to="/reset-password" replace />;
  if (session.status === "signed-in")
    return isSecondStepMissing(session.session) ? (
      <Suspense fallback={<Spinner label="Opening the second step" page />}>
        <EnterCode />
      </Suspense>
    ) : (
      <RedirectAfterSignIn userId={session.session.user.id} />
    );
  if (link === "pending" || (session.status === "loading" && hasStoredSession))
    return <Spinner label="Opening Maarga" page />;
  return <SignIn link={link} onVerifiedWithoutPassword={() => setHasNoPassword(true)} />;
}

interface SignInProps {
  readonly link: LinkOutcome;
  /** The code of a mail has confirmed the address alone, so the account still needs a password. */
  onVerifiedWithoutPassword(): void;
}

function SignIn({ link, onVerifiedWithoutPassword }: SignInProps) {
  const [view, setView] = useState<View>("forms");
  const [tab, setTab] = useState("login");
  const [email, setEmail] = useState("");
  const [signUp, setSignUp] = useState<SentSignUp>(NO_SIGN_UP);
  const challenge = useChallenge();
  const sendMail = async (address: string, proof: Proof) => {
    const { sendSignUpMail } = await load.signUpMail();
    setSignUp(await sendSignUpMail(signUp, address, proof));
  };
  usePreload();
  const backToForms = (
    <TextButton onClick={() => setView("forms")}>
      {view === "registered" ? "Use another address" : "Back to login"}
    </TextButton>
  );

  if (view === "registered")
    return (
      <AuthFrame title="Check your email">
        <Suspense>
          <LinkSent
            purpose={{ kind: "signup", signUpIds: signUp.ids }}
            challenge={challenge}
            email={email}
            sendAgain={(proof) => sendMail(email, proof)}
            onVerified={() => signUp.password === undefined && onVerifiedWithoutPassword()}
            otherAddress={backToForms}
          >
            <p>We sent you a link. Open it in this browser, and your account is ready.</p>
          </LinkSent>
        </Suspense>
      </AuthFrame>
    );
  if (view === "new link")
    return (
      <AuthFrame title="A new link" text="It confirms your address and logs you in.">
        <Suspense>
          <EmailForm
            challenge={challenge}
            email={email}
            submitsAtOnce
            button="Send a new link"
            send={sendMail}
            onSent={(address) => {
              setEmail(address);
              setView("registered");
            }}
          />
        </Suspense>
        <div className="mt-2 flex justify-center">{backToForms}</div>
      </AuthFrame>
    );

  const showNewLink = (known: SentSignUp) => {
    setSignUp(known);
    setEmail(known.email);
    setView("new link");
  };
  const newLink = (
    <Button variant="secondary" onClick={() => showNewLink({ ...NO_SIGN_UP, email })}>
      Send a new link
    </Button>
  );
  return (
    <AuthFrame title={tab === "login" ? "Log in to Maarga" : "Your Maarga account"}>
      <div className="grid grid-cols-1 gap-4">
        <LinkNotice link={link} newLink={newLink} />
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
              onNewLink={(address, typed) => showNewLink({ email: address, password: typed, ids: [] })}
            />
          </TabPanel>
          <TabPanel value="register">
            <Suspense>
              <RegisterForm
                challenge={challenge}
                email={email}
                onEmail={setEmail}
                onRegistered={(sent) => {
                  setSignUp(sent);
                  setEmail(sent.email);
                  setView("registered");
                }}
              />
            </Suspense>
          </TabPanel>
        </Tabs>
      </div>
    </AuthFrame>
  );
}

function EnterCodeNotLoaded() {
  return (
    <AuthFrame title="One more step">
      <LoadFailed
        text="The page for your code could not be loaded. Check your connection and try again."
        onRetry={() => location.reload()}
      />
    </AuthFrame>
  );
}

function LinkNotice({ link, newLink }: { link: LinkOutcome; newLink: ReactNode }) {
  if (link === "refused")
    return (
      <Notice kind="warning" title="This link has expired or was used before." action={newLink}>
        If you have confirmed your address already, just log in. If not, request a new link.
      </Notice>
    );
  if (link === "unreachable")
    return (
      <Notice
        kind="danger"
        title="We could not reach Maarga."
        action={<Button onClick={() => location.reload()}>Try again</Button>}
      >
        Your link still works. Check your connection and try again.
      </Notice>
    );
  return null;
}

/** With a stored session, the forms would appear only for a moment, so a spinner is shown instead. */
function useHasStoredSession(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => localStorage.getItem(SESSION_KEY) !== null,
    () => false,
  );
}
