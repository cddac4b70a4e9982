export default function CompleteProfilePage() {
  return <h1>Complete</h1>;
}
