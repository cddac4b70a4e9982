export default function ResetPasswordPage() {
  return <h1>Reset</h1>;
}
