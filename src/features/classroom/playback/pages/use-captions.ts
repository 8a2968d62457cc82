import { useEffect, useState } from "react";

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

const primary = (language: string): string => language.toLowerCase().split("-")[0] ?? "";

/** The first preferred language in any regional form, or else the first available. */
export function captionLanguage(
  available: readonly string[],
  preferred: readonly string[] = navigator.languages,
): string | undefined {
  for (const wanted of preferred) {
    const exact = available.find((language) => language.toLowerCase() === wanted.toLowerCase());
    const found = exact ?? available.find((language) => primary(language) === primary(wanted));
    if (found) return found;
  }
  return available[0];
}
