export const handle = { isStatic: true };

export default function GuidesPage() {
  return <h1>Guides</h1>;
}
