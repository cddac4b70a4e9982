export const handle = { isStatic: true };

export default function AboutPage() {
  return <h1>About</h1>;
}
