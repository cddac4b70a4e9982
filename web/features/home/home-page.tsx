export const handle = { isStatic: true };

export default function HomePage() {
  return <h1>Home</h1>;
}
