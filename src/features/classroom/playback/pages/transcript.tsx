import { type ReactNode, useEffect, useState } from "react";
import { captionLanguage } from "./use-captions.ts";
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

export function Transcript({ video, captions, onSeek }: TranscriptProps): ReactNode {
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
    const follow = (): void => setCurrent(track.activeCues?.[0]?.startTime);
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
