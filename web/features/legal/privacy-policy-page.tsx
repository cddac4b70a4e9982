export const handle = { isStatic: true };

export default function PrivacyPage() {
  return <h1>Privacy</h1>;
}
