import { useState } from "react";

/** `image` has props for the picture of `src`. */
export function useImageFailure(src: string | undefined) {
  const [failed, setFailed] = useState<string>();
  const onError = (): void => setFailed(src);
  return {
    hasFailed: failed === src,
    image: {
      onError,
      ref: (image: HTMLImageElement | null): void => {
        // A failure before hydration fires no React event.
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc) onError();
      },
    },
  };
}
