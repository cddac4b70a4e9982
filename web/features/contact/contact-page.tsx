export const handle = { isStatic: true };

export default function ContactPage() {
  return <h1>Contact</h1>;
}
