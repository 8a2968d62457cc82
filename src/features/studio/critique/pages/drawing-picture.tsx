import { failureText } from "../../../../ui/connection.ts";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { useMediaSession } from "../../../classroom/playback/pages/media-session-query.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import type { StoredPicture } from "./picture-list.ts";
import "./drawing-picture.css";

interface DrawingPictureProps {
  readonly picture: StoredPicture;
  readonly alt: string;
  readonly sizes: string;
  readonly children?: ReactNode;
}

/** Requires the media cookie. */
export function DrawingPicture({ picture, alt, sizes, children }: DrawingPictureProps) {
  const { _id, width, height, widths } = picture;
  const [hasFailed, setFailed] = useState(false);
  const sources = (type: string): string =>
    widths.map((each) => `/media/submissions/${_id}/${each}.${type} ${each}w`).join(", ");
  if (hasFailed) {
    return (
      <div className="drawing-missing">
        {alt} couldn’t be loaded.
        <Button look="quiet" size="small" onClick={() => setFailed(false)}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div className="drawing-picture">
      <picture>
        <source type="image/avif" srcSet={sources("avif")} sizes={sizes} />
        <img
          src={`/media/submissions/${_id}/${widths.at(-1)}.webp`}
          srcSet={sources("webp")}
          sizes={sizes}
          alt={alt}
          width={width}
          height={height}
          decoding="async"
          onError={() => setFailed(true)}
        />
      </picture>
      {children}
    </div>
  );
}

/** Where drawings would stay blank. */
export function MediaFailure() {
  const { data, error, refetch } = useMediaSession();
  if (data || !error) return null;
  return (
    <LoadFailure onRetry={() => void refetch()}>
      We couldn’t load the pictures. {failureText(error)}
    </LoadFailure>
  );
}
