import { type ReactNode, useState } from "react";

interface CoverProps {
  readonly src: string;
  /** Shown in place of a picture that does not come. */
  readonly title: string;
  /** Slants the other way, so that neighbours differ. */
  readonly flipped?: boolean;
  /** For the pictures that are seen at once; the others wait until they are near. */
  readonly eager?: boolean;
  /** Lies over the picture, such as a stamp. */
  readonly children?: ReactNode;
}

/** A class's picture with its slanted edge. The title stands beside it, so the picture itself is not read aloud. */
export function Cover({ src, title, flipped = false, eager = false, children }: CoverProps): ReactNode {
  return (
    <div className={flipped ? "cover is-flipped" : "cover"}>
      <div className="cover-picture">
        <Picture src={src} title={title} eager={eager} />
      </div>
      {children}
    </div>
  );
}

/** The picture alone, or construction lines and the title when it does not come. */
export function Picture({
  src,
  title,
  eager = false,
}: Pick<CoverProps, "src" | "title" | "eager">): ReactNode {
  const [failed, setFailed] = useState<string>();
  if (failed === src) {
    return (
      <div className="cover-missing">
        <span>{title}</span>
      </div>
    );
  }
  return (
    <img
      src={src}
      alt=""
      width="1200"
      height="750"
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      onError={() => setFailed(src)}
      ref={(image) => {
        // The error of a picture that failed before hydration is not told again.
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setFailed(src);
      }}
    />
  );
}
