export const handle = { isStatic: true };

export default function ComingSoonPage() {
  return <h1>Coming Soon</h1>;
}
