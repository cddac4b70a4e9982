export default function BookSlotPage() {
  return <h1>Book</h1>;
}
