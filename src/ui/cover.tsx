import { type ReactNode, useState } from "react";

/** How a picture can be shown, as the API tells it; null for one that is kept elsewhere. */
export interface PictureSizes {
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
  readonly placeholder: string;
}

interface PictureProps {
  readonly src: string;
  /** Shown in place of a picture that does not come. */
  readonly title: string;
  /** What it shows, where nothing beside it says so. */
  readonly alt?: string;
  readonly picture?: PictureSizes | null;
  /** How wide it is shown, as the `sizes` of an image. */
  readonly sizes?: string;
  /** For the pictures that are seen at once; the others wait until they are near. */
  readonly eager?: boolean;
}

/** In a grid of one, two or three columns. */
const gridSizes = "(width <= 640px) calc(100vw - 32px), (width <= 1020px) 46vw, 406px";

interface CoverProps extends PictureProps {
  /** Slants the other way, so that neighbours differ. */
  readonly flipped?: boolean;
  /** Lies over the picture, such as a stamp. */
  readonly children?: ReactNode;
}

/** A class's picture with its slanted edge. The title stands beside it, so the picture itself is not read aloud. */
export function Cover({ flipped = false, children, ...picture }: CoverProps): ReactNode {
  return (
    <div className={flipped ? "cover is-flipped" : "cover"}>
      <div className="cover-picture">
        <Picture {...picture} />
      </div>
      {children}
    </div>
  );
}

/** The picture alone, in the size that fits, or construction lines and the title when it does not come. */
export function Picture(props: PictureProps): ReactNode {
  const { src, title, alt = "", picture, sizes = gridSizes, eager = false } = props;
  const [failed, setFailed] = useState<string>();
  if (failed === src) {
    return (
      <div className="cover-missing">
        <span>{title}</span>
      </div>
    );
  }
  const widths = picture?.widths ?? [];
  const sources = (type: string) => widths.map((width) => `${src}/${width}.${type} ${width}w`).join(", ");
  return (
    <>
      {picture && <img className="cover-placeholder" src={picture.placeholder} alt="" aria-hidden="true" />}
      <picture>
        {widths.length > 0 && <source type="image/avif" srcSet={sources("avif")} sizes={sizes} />}
        {widths.length > 0 && <source type="image/webp" srcSet={sources("webp")} sizes={sizes} />}
        <img
          src={widths.length > 0 ? `${src}/${widths.at(-1)}.webp` : src}
          alt={alt}
          width={picture?.width ?? 1200}
          height={picture?.height ?? 750}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : undefined}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
          ref={(image) => {
            // The error of a picture that failed before hydration is not told again.
            if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setFailed(src);
          }}
        />
      </picture>
    </>
  );
}
