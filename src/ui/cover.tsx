import type { ReactNode } from "react";
import { useImageFailure } from "./use-image-failure.ts";

export interface PictureSizes {
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
  readonly placeholder: string;
}

interface PictureProps {
  readonly src: string;
  readonly title: string;
  readonly alt?: string;
  readonly picture?: PictureSizes | null;
  readonly sizes?: string | undefined;
  readonly eager?: boolean;
}

const gridSizes = "(width <= 40em) calc(100vw - 32px), (width <= 63.75em) 46vw, 406px";

interface CoverProps extends PictureProps {
  readonly children?: ReactNode;
}

/** The adjacent title names the picture, so screen readers skip it. */
export function Cover({ children, ...picture }: CoverProps) {
  return (
    <div className="cover">
      <div className="cover-picture">
        <Picture {...picture} />
      </div>
      {children}
    </div>
  );
}

export function Picture(props: PictureProps) {
  const { src, title, alt = "", picture, sizes = gridSizes, eager = false } = props;
  const { hasFailed, image } = useImageFailure(src);
  if (hasFailed) {
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
          {...image}
          src={widths.length > 0 ? `${src}/${widths.at(-1)}.webp` : src}
          alt={alt}
          width={picture?.width ?? 1200}
          height={picture?.height ?? 750}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : undefined}
          decoding="async"
          referrerPolicy="no-referrer"
        />
      </picture>
    </>
  );
}
