import { PublicFrame } from "../../layout/public-frame.tsx";

export const handle = { isStatic: true };

export default function NotFoundPage() {
  return (
    <PublicFrame>
      <h1>404 Page Not Found</h1>
    </PublicFrame>
  );
}
