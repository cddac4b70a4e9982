import { use, useEffect, useState } from "react";
import { findStoredSession } from "../../backend/stored-session.ts";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Tab, TabPanel, Tabs, TabsList } from "../../ui/tabs.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { useChallenge } from "./challenge/use-challenge.ts";
import { LinkNotice } from "./link-notice.tsx";
import { LoginForm } from "./login-form.tsx";
import { PasskeyForm } from "./passkeys/passkey-form.tsx";
import { RegisterForm, type SentSignUp } from "./register-form.tsx";
import { SignInContext } from "./sign-in-context.ts";
import { findSentSignUp, SignUpMail } from "./sign-up-mail.tsx";
import { useMailedLink } from "./use-mailed-link.ts";

/** The forms for logging in and registering, or the mail that a registration waits for. */
export function SignIn() {
  const { email, setEmail, password, openApp } = use(SignInContext);
  const link = useMailedLink();
  const challenge = useChallenge();
  const [tab, setTab] = useState("login");
  const [signUp, setSignUp] = useState(findSentSignUp);
  useEffect(() => {
    if (location.hash === "#register") setTab("register");
  }, []);
  useEffect(() => {
    // Without a session of the link, that of before is still there.
    const session = link === "pending" || link === "none" ? undefined : findStoredSession();
    if (session) openApp(session);
  }, [link, openApp]);

  if (link === "pending" || link === "signed-in") return <Spinner label="Opening Maarga" page />;
  const showMail = (started: SentSignUp) => {
    password.current = "";
    setSignUp(started);
  };
  const showForms = () => setSignUp(undefined);
  if (signUp)
    return (
      <SignUpMail
        challenge={challenge}
        signUp={signUp}
        onBack={showForms}
        onExpired={() => {
          setEmail("");
          showForms();
        }}
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
        {link !== "none" && <LinkNotice link={link} newLink={newLink} />}
        <Tabs value={tab} onValueChange={setTab}>
          <TabsList aria-label="Log in or register" className="mb-5">
            <Tab value="login">Login</Tab>
            <Tab value="register">Register</Tab>
          </TabsList>
          <TabPanel value="login">
            <LoginForm
              challenge={challenge}
              onNewLink={(address, typed) => showMail({ email: address, password: typed, ids: [] })}
            />
            <PasskeyForm />
          </TabPanel>
          <TabPanel value="register">
            <RegisterForm challenge={challenge} onRegistered={showMail} />
          </TabPanel>
        </Tabs>
      </div>
    </AuthFrame>
  );
}
