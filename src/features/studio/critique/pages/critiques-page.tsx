import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { Loading } from "../../../../ui/loading.tsx";
import { apiListQuery } from "../../../../access/api-query.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { MediaFailure } from "./drawing-picture.tsx";
import { useMediaSession } from "../../../classroom/playback/pages/media-session-query.ts";
import { usePlayerKeys } from "../../../classroom/playback/pages/use-player-keys.ts";
import { CritiqueQueue } from "./critique-queue.tsx";
import { drawingPath } from "./waiting-critiques.tsx";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import "./critiques-page.css";

export const meta = () => [{ title: "Critiques · Senga" }];

// The queue shows before the desk has loaded.
const CritiqueDesk = lazyPart(() => import("./critique-desk.tsx"));

export default function CritiquesPage() {
  const { email } = useMember().user;
  const id = useSearchParams()[0].get("drawing");
  const navigate = useNavigate();
  const queue = useInfiniteQuery({
    ...apiListQuery("GET /instructor/critiques/{email}", (cursor) => ({
      params: { email },
      query: { limit: 30, cursor },
    })),
    refetchInterval: 60_000,
  });
  const media = useMediaSession();
  const frame = useRef<HTMLDivElement>(null);
  const waiting = queue.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const at = waiting.findIndex((drawing) => drawing._id === id);

  const open = async (index: number): Promise<void> => {
    const pages =
      index < waiting.length || !queue.hasNextPage ? queue.data : (await queue.fetchNextPage()).data;
    const next = pages?.pages.flatMap(({ rows }) => rows)[index];
    if (next) void navigate(drawingPath(next._id), { preventScrollReset: false });
  };
  const step = (by: 1 | -1): void => {
    if (id !== null) {
      if (at + by >= 0) void open(at + by);
      return;
    }
    const links = [...(frame.current?.querySelectorAll<HTMLElement>(".critique-card a") ?? [])];
    const focused = links.findIndex((link) => link === document.activeElement);
    links[Math.min(Math.max(focused + by, 0), links.length - 1)]?.focus();
  };
  usePlayerKeys(frame, { j: () => step(1), k: () => step(-1) });

  return (
    // A click into it enables the keys; a focused control keeps the focus.
    <div ref={frame} className="critiques" tabIndex={-1}>
      <MediaFailure />
      {id === null ? (
        <CritiqueQueue queue={queue} showsPictures={media.data === true} />
      ) : (
        <Suspense fallback={<Loading label="Loading the drawing" shape="sheet" />}>
          <CritiqueDesk
            key={id}
            id={id}
            showsPictures={media.data === true}
            place={at < 0 ? undefined : { at, isLast: at === waiting.length - 1 && !queue.hasNextPage }}
            onStep={step}
            onSent={() => {
              // They may be elsewhere by the time of a late answer.
              if (new URLSearchParams(location.search).get("drawing") !== id) return;
              const next = waiting[at + 1] ?? waiting.find((each) => each._id !== id);
              void navigate(next ? drawingPath(next._id) : "/dashboard/instructor/critiques");
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
