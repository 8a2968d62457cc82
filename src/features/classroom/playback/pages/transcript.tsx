import { useEffect, useState } from "react";
import { timeOf } from "./lesson-video.ts";

interface Line {
  readonly second: number;
  readonly text: string;
}

interface TranscriptProps {
  readonly video: HTMLVideoElement;
  readonly captions: readonly { readonly language: string; readonly label: string }[];
  readonly onSeek: (second: number) => void;
}

export function Transcript({ video, captions, onSeek }: TranscriptProps) {
  const [language, setLanguage] = useState(
    () => captionLanguage(captions.map((each) => each.language)) ?? "",
  );
  const { lines, current } = useCues(video, language);
  if (captions.length === 0) return null;
  return (
    <details className="transcript panel">
      <summary>Transcript</summary>
      {captions.length > 1 && (
        <label className="player-choice">
          <span>Language</span>
          <select value={language} onChange={(event) => setLanguage(event.target.value)}>
            {captions.map((each) => (
              <option key={each.language} value={each.language}>
                {each.label}
              </option>
            ))}
          </select>
        </label>
      )}
      <ol role="list" lang={language}>
        {lines.map(({ second, text }) => (
          <li key={`${second} ${text}`}>
            <button
              type="button"
              aria-current={second === current ? "true" : undefined}
              onClick={() => onSeek(second)}
            >
              <span>{timeOf(second)}</span> {text}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

function useCues(video: HTMLVideoElement, language: string) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [current, setCurrent] = useState<number>();
  useEffect(() => {
    const element = [...video.querySelectorAll("track")].find(({ srclang }) => srclang === language);
    if (!element) return undefined;
    const { track } = element;
    // A disabled track is never loaded.
    if (track.mode === "disabled") track.mode = "hidden";
    const read = (): void => setLines([...(track.cues ?? [])].map(asLine));
    // Where one line ends and the next begins, both are active.
    const follow = (): void => setCurrent([...(track.activeCues ?? [])].at(-1)?.startTime);
    read();
    element.addEventListener("load", read);
    track.addEventListener("cuechange", follow);
    return () => {
      element.removeEventListener("load", read);
      track.removeEventListener("cuechange", follow);
    };
  }, [video, language]);
  return { lines, current };
}

const asLine = (cue: TextTrackCue): Line => ({
  second: cue.startTime,
  text: cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? "") : "",
});

function showCaptions({ textTracks }: HTMLVideoElement, language: string | undefined): void {
  for (const track of textTracks) {
    if (track.language === language) track.mode = "showing";
    // The transcript can read hidden tracks, but not disabled ones.
    else if (track.mode === "showing") track.mode = "hidden";
  }
}

/** @param first the language that is shown as soon as there is a video */
export function useCaptions(video: HTMLVideoElement | null, first: string | undefined) {
  const [shown, setShown] = useState<string>();
  const [chosenLast, setChosenLast] = useState<string>();
  useEffect(() => {
    if (!video) return undefined;
    const { textTracks } = video;
    const follow = (): void => setShown([...textTracks].find(({ mode }) => mode === "showing")?.language);
    textTracks.addEventListener("change", follow);
    if (first) showCaptions(video, first);
    return () => textTracks.removeEventListener("change", follow);
  }, [video, first]);

  const show = (language: string | undefined): void => {
    if (language) setChosenLast(language);
    if (video) showCaptions(video, language);
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
