import { PictureFrame } from "../../layout/picture-frame.tsx";
import { ForkPicture } from "./fork-picture.tsx";

export const handle = { isStatic: true };

export const meta = () => [{ title: "Page not found: Maarga" }, { name: "robots", content: "noindex" }];

export default function NotFoundPage() {
  return (
    <PictureFrame
      picture={<ForkPicture />}
      title="404 Page Not Found"
      text="There is no page at this address. It may be mistyped, or the page may have moved."
      linkText="Go Back Home"
    />
  );
}
