import type { ReactNode } from "react";
import { buttonClasses } from "../ui/button.tsx";
import { PublicFrame } from "./public-frame.tsx";

interface PictureFrameProps {
  readonly picture: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly linkText: string;
}

/** A page with a picture, a short message and a link to the home page. */
export function PictureFrame({ picture, title, text, linkText }: PictureFrameProps) {
  return (
    <PublicFrame>
      <div className="mx-auto grid max-w-xl justify-items-center px-4 py-12 text-center sm:px-6 md:py-20">
        <div className="w-full max-w-sm">{picture}</div>
        <h1 className="mt-8 text-3xl sm:text-4xl">{title}</h1>
        <p className="mt-3 text-lg text-balance text-muted">{text}</p>
        <a href="/" className={`${buttonClasses({ size: "large" })} mt-7 w-full sm:w-auto sm:px-8`}>
          {linkText}
        </a>
      </div>
    </PublicFrame>
  );
}
