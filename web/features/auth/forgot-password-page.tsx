export default function ForgotPasswordPage() {
  return <h1>Forgot</h1>;
}
