import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import type { PlayerSettings } from "./player.tsx";
import type { WatchReporter } from "./watch-reporter.ts";
import { type LessonVideo, type VideoPlace, posterPath } from "./lesson-video.ts";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import "./watch-frame.css";

const Player = lazyPart(() => import("./player.tsx"));

interface WatchFrameProps {
  readonly place: VideoPlace;
  readonly video: LessonVideo;
  readonly title: string;
  readonly label: string;
  readonly startAt?: number;
  readonly isPlaying?: boolean;
  /** For lessons that need a seat, posters require the media session. */
  readonly showsPoster?: boolean;
  readonly prepare?: () => Promise<unknown>;
  readonly createReporter?: () => WatchReporter;
  readonly atEnd?: ReactNode;
  /** Reloads a video that is in progress or failed to load. */
  readonly onRefresh: () => void;
}

interface Watched extends Required<Pick<WatchFrameProps, "place" | "video" | "startAt">> {
  /** Once it has failed. */
  readonly settings?: PlayerSettings;
}

type Step = "idle" | "opening" | "watching" | "failed" | "undecodable";

export function WatchFrame(props: WatchFrameProps) {
  const { place, video, title, label, startAt = 0, isPlaying = false, showsPoster = true, prepare } = props;
  const [step, setStep] = useState<Step>("idle");
  /** Stays if the lesson gets another video in the meantime. */
  const [watched, setWatched] = useState<Watched>({ place, video, startAt });
  useRefreshWhile(video.state === "uploaded", props.onRefresh);

  const open = async (): Promise<void> => {
    setStep("opening");
    try {
      await prepare?.();
      setWatched((before) => ({
        ...(step === "failed" && before.video._id === video._id ? before : { startAt }),
        place,
        video,
      }));
      setStep("watching");
    } catch {
      setStep("failed");
    }
  };
  const shouldOpen = isPlaying && step === "idle" && isShown(video);
  useEffect(() => {
    if (shouldOpen) void open();
    // Once, whatever else changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [shouldOpen]);
  const poster = (
    <Poster place={place} video={video} showsPicture={showsPoster}>
      <Button size="large" busy={step !== "idle" && "Opening…"} onClick={() => void open()}>
        <PlayMark />
        {label}
      </Button>
    </Poster>
  );

  if (step === "watching") {
    const isReplaced = watched.video._id !== video._id;
    return (
      <>
        <Suspense fallback={poster}>
          <Player
            key={watched.video._id}
            place={watched.place}
            video={isReplaced ? watched.video : video}
            title={title}
            startAt={watched.startAt}
            createReporter={props.createReporter}
            atEnd={props.atEnd}
            settings={watched.settings}
            onFailure={(why, position, settings) => {
              if (why === "decoder") return setStep("undecodable");
              setWatched({ ...watched, startAt: position, settings });
              setStep("failed");
              props.onRefresh();
            }}
          />
        </Suspense>
        {isReplaced && isShown(video) && (
          <div className="bar watch-replaced panel" role="status">
            <p>Your instructor has replaced this video.</p>
            <Button size="small" onClick={() => void open()}>
              Watch the new one
            </Button>
          </div>
        )}
      </>
    );
  }
  if (video.state === "uploaded") {
    return (
      <div className="watch-wait panel" role="status">
        <p>
          <strong>This video is being prepared.</strong> It’ll appear here as soon as it’s ready.
        </p>
      </div>
    );
  }
  if (!isShown(video)) {
    return (
      <div className="watch-wait panel">
        <p>
          <strong>This video can’t be shown.</strong> Your instructor can see why and upload it again.
        </p>
      </div>
    );
  }
  if (step === "undecodable") {
    return (
      <div className="watch-wait panel" role="alert">
        <p>
          <strong>This browser can’t play this video.</strong> It has no decoder for H.264. Open this page in
          another browser, or install your system’s media codecs.
        </p>
      </div>
    );
  }
  if (step === "failed") {
    return (
      <LoadFailure onRetry={() => void open()}>
        The video stopped loading. Check your connection, then pick up where you left off.
      </LoadFailure>
    );
  }
  return poster;
}

const isShown = ({ state }: LessonVideo): boolean => state === "playable" || state === "ready";

function Poster({
  place,
  video,
  showsPicture,
  children,
}: Pick<WatchFrameProps, "place" | "video"> & {
  readonly showsPicture: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="watch-poster panel">
      {showsPicture && video.hasPoster ? (
        <img
          src={posterPath(place, video.posterAt)}
          alt=""
          width={video.width ?? 1280}
          height={video.height ?? 720}
        />
      ) : (
        <div className="watch-blank" />
      )}
      {children}
      <p className="watch-script">Turn on JavaScript in your browser to watch the video.</p>
    </div>
  );
}

const PlayMark = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M6 3.5v17L20.5 12Z" fill="currentColor" />
  </svg>
);

const refreshMilliseconds = { first: 5000, max: 60_000 };

function useRefreshWhile(isWaiting: boolean, onRefresh: () => void): void {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(
      () => {
        onRefresh();
        setAttempts(attempts + 1);
      },
      Math.min(refreshMilliseconds.first * 1.5 ** attempts, refreshMilliseconds.max),
    );
    return () => clearTimeout(timer);
    // The wait restarts with each attempt, not with each rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isWaiting, attempts]);
}
