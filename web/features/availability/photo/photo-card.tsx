import { Camera } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { FileInput } from "../../../ui/file-input.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { UnreadablePicture } from "./draw-photo.ts";
import { usePhoto, useSavePhoto } from "./photo.ts";

export function PhotoCard() {
  const photo = usePhoto();
  const save = useSavePhoto();
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-xl">Photograph</h2>
        <p className="text-muted">Students see it with your name. We keep a small square of it.</p>
      </div>
      {photo.error ? (
        <LoadFailed onRetry={photo.refetch} busy={photo.isFetching} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          {photo.data && (
            <img
              src={`data:image/jpeg;base64,${photo.data}`}
              alt="You, as students see you"
              className="size-24 rounded-full"
            />
          )}
          <FileInput
            label={photo.data ? "Choose another" : "Choose a picture"}
            icon={<Camera aria-hidden className="size-4" />}
            accept="image/*"
            disabled={save.isPending}
            onFiles={([file]) => file && save.mutate(file)}
          />
          {photo.data && (
            <Button variant="quiet" busy={save.isPending} onClick={() => save.mutate(null)}>
              Remove
            </Button>
          )}
        </div>
      )}
      {save.error && (
        <Notice kind="danger">
          {save.error instanceof UnreadablePicture
            ? "This file cannot be shown as a picture. Please choose a JPEG or PNG."
            : "The photograph was not saved. Please try again."}
        </Notice>
      )}
    </Card>
  );
}
