import { SignInPages, TITLES } from "./sign-in-pages.tsx";

export const handle = { isStatic: true, isSignIn: true };

export const meta = () => [
  { title: TITLES["/forgot-password"] },
  { name: "description", content: "Request a link to choose a new password for your Maarga account." },
];

export default function ForgotPasswordPage() {
  return <SignInPages path="/forgot-password" />;
}
