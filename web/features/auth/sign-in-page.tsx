import { SignInPages, TITLES } from "./sign-in-pages.tsx";

export const handle = { isStatic: true, isSignIn: true };

export const meta = () => [
  { title: TITLES["/auth"] },
  { name: "description", content: "Log in to Maarga, or register with your email address." },
];

export default function SignInPage() {
  return <SignInPages path="/auth" />;
}
