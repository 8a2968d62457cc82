import { useEffect, useState } from "react";
import { captionLanguage } from "./caption-language.ts";

export function useCaptions(video: HTMLVideoElement | null) {
  const [shown, setShown] = useState<string>();
  const [chosenLast, setChosenLast] = useState<string>();
  useEffect(() => {
    if (!video) return undefined;
    const { textTracks } = video;
    const follow = (): void => setShown([...textTracks].find(({ mode }) => mode === "showing")?.language);
    textTracks.addEventListener("change", follow);
    return () => textTracks.removeEventListener("change", follow);
  }, [video]);

  const show = (language: string | undefined): void => {
    if (language) setChosenLast(language);
    for (const track of video?.textTracks ?? []) {
      // oxlint-disable-next-line react/immutability -- the browser's own object, which follows no state
      if (track.language === language) track.mode = "showing";
      // The transcript can read hidden tracks, but not disabled ones.
      else if (track.mode === "showing") track.mode = "hidden";
    }
  };
  const toggle = (): string | undefined => {
    const languages = [...(video?.textTracks ?? [])].map(({ language }) => language);
    const next = shown ? undefined : (chosenLast ?? captionLanguage(languages));
    show(next);
    return next;
  };
  return { shown, show, toggle };
}
