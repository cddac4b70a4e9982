export function Insecure() {
  return (
    <p role="alert" className="rounded-control bg-danger-wash p-3 text-sm">
      This page was opened without https, but the check that you are a person needs it. Open the page again
      with <strong>https://</strong> at the start of its address.
    </p>
  );
}
