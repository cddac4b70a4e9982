import { PictureFrame } from "../../layout/picture-frame.tsx";
import { publicMeta } from "../../layout/public-meta.ts";
import { UnfinishedRoadPicture } from "./unfinished-road-picture.tsx";

export const handle = { isStatic: true };

export const meta = () =>
  publicMeta({
    title: "Coming Soon: Maarga",
    description: "This page is under construction.",
    path: "/coming-soon",
  });

export default function ComingSoonPage() {
  return (
    <PictureFrame
      picture={<UnfinishedRoadPicture />}
      title="Coming Soon"
      text="This page is under construction. Please check back soon!"
      linkText="Go to Home"
    />
  );
}
