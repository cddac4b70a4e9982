export default function DocumentsPage() {
  return <h1>Documents</h1>;
}
