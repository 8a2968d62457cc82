import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  type AttachedSource,
  type PlayFailure,
  attachSource,
  useWatchReports,
  hasFullScreen,
  play,
  seekBy,
  seekTo,
  setRate,
  stepFrame,
  toggleFullScreen,
  toggleMute,
  togglePlay,
  usePlayback,
} from "./video-element.ts";
import type { WatchReporter } from "./watch-reporter.ts";
import { type LessonVideo, type VideoPlace, mediaPath, posterPath, timeOf } from "./lesson-video.ts";
import { PlayerControls } from "./player-controls.tsx";
import { type Loop, endLoop, loopBack, nextSpeed, startLoop } from "./player-state.ts";
import { Transcript, useCaptions } from "./transcript.tsx";
import { usePlayerKeys } from "./use-player-keys.ts";
import "./player.css";

/** What a viewer has set. It outlasts a failure. */
export interface PlayerSettings {
  readonly speed: number;
  readonly isFlipped: boolean;
  readonly loop: Loop;
  /** The language of the shown ones. */
  readonly captions: string | undefined;
}

const usual: PlayerSettings = { speed: 1, isFlipped: false, loop: {}, captions: undefined };

export interface PlayerProps {
  readonly place: VideoPlace;
  readonly video: LessonVideo;
  readonly title: string;
  /** Seconds. */
  readonly startAt: number;
  readonly createReporter?: (() => WatchReporter) | undefined;
  readonly atEnd?: ReactNode;
  readonly settings?: PlayerSettings | undefined;
  readonly onFailure: (why: PlayFailure, position: number, settings: PlayerSettings) => void;
}

export default function Player(props: PlayerProps) {
  const { place, video, title, startAt, createReporter, atEnd, settings = usual, onFailure } = props;
  const frame = useRef<HTMLDivElement>(null);
  const playButton = useRef<HTMLButtonElement>(null);
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const source = useRef<AttachedSource>(undefined);
  const failure = useRef(onFailure);
  const start = useRef(startAt);
  const [heights, setHeights] = useState<readonly number[]>([]);
  const [height, setHeight] = useState<number>();
  const [speed, setSpeed] = useState(settings.speed);
  const [isFlipped, setFlipped] = useState(settings.isFlipped);
  const [loop, setLoop] = useState(settings.loop);
  const [said, setSaid] = useState("");
  const captions = useCaptions(element, settings.captions);
  const latest = useRef(settings);
  const url = mediaPath(place, "master.m3u8");
  useWatchReports(element, createReporter);

  useEffect(() => {
    failure.current = onFailure;
    latest.current = { speed, isFlipped, loop, captions: captions.shown };
  }, [onFailure, speed, isFlipped, loop, captions.shown]);

  useEffect(() => {
    if (!element) return undefined;
    let isGone = false;
    const fail = (why: PlayFailure): void =>
      failure.current(why, element.currentTime || start.current, latest.current);
    const opening = attachSource(element, url, {
      startAt: start.current,
      onHeights: setHeights,
      onFailure: fail,
    });
    void opening.then(
      (attached) => {
        if (isGone) return attached.detach();
        source.current = attached;
        return play(element);
      },
      () => fail("connection"),
    );
    playButton.current?.focus({ preventScroll: true });
    return () => {
      isGone = true;
      source.current?.detach();
    };
  }, [element, url]);

  useEffect(() => {
    if (element) setRate(element, speed);
  }, [element, speed]);

  useEffect(() => {
    if (!element) return undefined;
    const goBack = (): void => {
      const second = loopBack(loop, element.currentTime);
      if (second !== undefined && !element.paused) seekTo(element, second);
    };
    element.addEventListener("timeupdate", goBack);
    return () => element.removeEventListener("timeupdate", goBack);
  }, [element, loop]);

  const position = (): number => element?.currentTime ?? 0;
  const tools = {
    onStep: (direction: -1 | 1) => element && stepFrame(element, direction),
    onFlip: () => {
      setFlipped(!isFlipped);
      setSaid(isFlipped ? "As drawn" : "Flipped");
    },
    onSpeed: (next: number) => {
      setSpeed(next);
      setSaid(`Speed ${next}`);
    },
    onLoopStart: () => {
      setLoop(startLoop(loop, position()));
      setSaid(`Loop starts at ${timeOf(position())}`);
    },
    onLoopEnd: () => {
      const next = endLoop(loop, position());
      setLoop(next);
      setSaid(
        next.to === undefined
          ? "Set the end after the start"
          : `Loop from ${timeOf(next.from ?? 0)} to ${timeOf(next.to)}`,
      );
    },
    onLoopClear: () => {
      setLoop({});
      setSaid("Loop ended");
    },
  };

  usePlayerKeys(frame, {
    ",": () => tools.onStep(-1),
    ".": () => tools.onStep(1),
    a: tools.onLoopStart,
    b: tools.onLoopEnd,
    c: () => setSaid(captions.toggle() ? "Captions on" : "Captions off"),
    f: tools.onFlip,
    "[": () => tools.onSpeed(nextSpeed(speed, -1)),
    "]": () => tools.onSpeed(nextSpeed(speed, 1)),
    m: () => element && toggleMute(element),
    arrowleft: () => element && seekBy(element, -1),
    arrowright: () => element && seekBy(element, 1),
    " ": () => element && togglePlay(element),
  });

  return (
    <>
      <div
        className="player panel"
        ref={frame}
        role="region"
        aria-label={`Video: ${title}`}
        // Keys work once the frame has been clicked.
        tabIndex={-1}
      >
        <div className="player-picture">
          {/* Captions are tracks below. The controls can do all that a click on the picture does. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption, jsx-a11y/click-events-have-key-events */}
          <video
            ref={setElement}
            className={isFlipped ? "is-flipped" : undefined}
            playsInline
            preload="metadata"
            width={video.width ?? 1280}
            height={video.height ?? 720}
            poster={video.hasPoster ? posterPath(place, video.posterAt) : undefined}
            aria-label={title}
            onClick={(event) => togglePlay(event.currentTarget)}
            // Orca does not read the new name of the focused button.
            onPlay={() => setSaid("Playing")}
            onPause={({ currentTarget }) => setSaid(currentTarget.ended ? "The end" : "Paused")}
          >
            {video.captions.map(({ language, label }) => (
              <track
                key={language}
                kind="captions"
                srcLang={language}
                label={label}
                src={mediaPath(place, `${language}.vtt`)}
              />
            ))}
          </video>
          {element && <OverPicture video={element} atEnd={atEnd} />}
        </div>
        {element && (
          <PlayerControls
            {...tools}
            video={element}
            playButton={playButton}
            speed={speed}
            isFlipped={isFlipped}
            loop={loop}
            captions={video.captions}
            shownCaptions={captions.shown}
            onCaptions={captions.show}
            heights={heights}
            height={height}
            onHeight={(next) => {
              setHeight(next);
              source.current?.setHeight(next);
            }}
            onFullScreen={hasFullScreen(element) ? () => toggleFullScreen(frame.current, element) : undefined}
          />
        )}
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </div>
      {element && (
        <Transcript video={element} captions={video.captions} onSeek={(second) => seekTo(element, second)} />
      )}
    </>
  );
}

function OverPicture({ video, atEnd }: { readonly video: HTMLVideoElement; readonly atEnd: ReactNode }) {
  const { hasEnded, isWaiting } = usePlayback(video);
  if (hasEnded) return atEnd && <div className="player-end">{atEnd}</div>;
  return isWaiting && <span className="spinner" aria-hidden="true" />;
}
