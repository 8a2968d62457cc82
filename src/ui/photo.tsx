import { useState } from "react";

interface PhotoProps {
  readonly src: string;
  readonly name: string;
  readonly size?: number;
}

export function Photo({ src, name, size = 38 }: PhotoProps) {
  const [failed, setFailed] = useState<string>();
  if (!src || failed === src) {
    return (
      <span className="photo photo-initial" aria-hidden="true">
        {Array.from(name)[0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <img
      className="photo"
      src={src}
      alt=""
      width={size}
      height={size}
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  );
}
