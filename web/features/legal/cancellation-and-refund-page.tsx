export const handle = { isStatic: true };

export default function CancellationPage() {
  return <h1>Cancellation</h1>;
}
