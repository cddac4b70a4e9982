import { PictureFrame } from "../../layout/picture-frame.tsx";
import { ForkPicture } from "./fork-picture.tsx";

export const handle = { isStatic: true };

export const meta = () => [{ title: "Page not found: Maarga" }, { name: "robots", content: "noindex" }];

export default function NotFoundPage() {
  return (
    <PictureFrame
      picture={<ForkPicture />}
      title="404 Page Not Found"
      text="The way you took leads nowhere. The address may be mistyped, or the page has moved."
      linkText="Go Back Home"
    />
  );
}
