import { useState } from "react";
import { LoadFailed } from "../ui/load-failed.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

interface LinkedPictureProps {
  readonly link: {
    readonly data: string | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly alt: string;
}

/** A picture of the storage, by a link whose creation the server has recorded. */
export function LinkedPicture({ link, alt }: LinkedPictureProps) {
  const [isBroken, setIsBroken] = useState(false);
  if (link.error)
    return (
      <LoadFailed text="The picture could not be loaded." onRetry={link.refetch} busy={link.isFetching} />
    );
  if (!link.data) return <Skeleton className="h-60" />;
  if (isBroken) return <p className="text-muted">This picture cannot be shown here.</p>;
  return (
    <img
      src={link.data}
      alt={alt}
      onError={() => setIsBroken(true)}
      className="h-[60dvh] w-full rounded-control border bg-wash object-contain"
    />
  );
}
