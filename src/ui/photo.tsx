import { useImageFailure } from "./use-image-failure.ts";

interface PhotoProps {
  readonly src: string;
  readonly name: string;
  readonly size?: number;
}

export function Photo({ src, name, size = 38 }: PhotoProps) {
  const { hasFailed, image } = useImageFailure(src);
  if (!src || hasFailed) {
    return (
      <span className="photo photo-initial" aria-hidden="true">
        {Array.from(name)[0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <img
      {...image}
      className="photo"
      src={src}
      alt=""
      width={size}
      height={size}
      referrerPolicy="no-referrer"
    />
  );
}
