export default function UpdateProfilePage() {
  return <h1>Update</h1>;
}
