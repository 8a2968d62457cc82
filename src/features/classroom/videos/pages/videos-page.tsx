import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { CallAnswer } from "../../../../http/contract.ts";
import { ButtonLink } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { type Column, Table } from "../../../../ui/table.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { api } from "../../../../access/session.ts";
import { useGuard } from "../../../../access/use-guard.ts";
import { sizeOf } from "../../uploads/pages/upload-words.ts";
import type { videosContract } from "../contract.ts";
import { videoStates } from "../state.ts";
import "../../../../ui/list-head.css";
import { AdminList } from "../../../shared/admin-list.tsx";
import { oneOf } from "../../../shared/list-url.ts";
import "./videos-page.css";

type Video = CallAnswer<(typeof videosContract)["GET /admin/videos"]>[number];

export const meta = () => [{ title: "Videos · Senga" }];

const pageSize = 25;
/** Milliseconds between refetches, to follow the work. */
const freshness = 5000;

export default function VideosPage(): ReactNode {
  const admin = useGuard("admin");
  return (
    admin && (
      <>
        <div className="list-head">
          <h1 tabIndex={-1}>Videos</h1>
        </div>
        <Space />
        <StateLinks />
        <VideoList />
      </>
    )
  );
}

function Space(): ReactNode {
  const { data, error } = useQuery({
    queryKey: ["videos", "space"],
    queryFn: () => api("GET /admin/videos/space"),
    refetchInterval: freshness,
  });
  return (
    <>
      <dl className="video-space panel" aria-label="Space" aria-busy={!data}>
        <div>
          <dt>Videos take</dt>
          <dd>{data ? sizeOf(data.storedBytes) : "–"}</dd>
        </div>
        <div>
          <dt>Originals in work</dt>
          <dd>{data ? sizeOf(data.originalBytes) : "–"}</dd>
        </div>
        <div>
          <dt>Free on the disk</dt>
          <dd>{data ? sizeOf(data.freeBytes) : "–"}</dd>
        </div>
        <div>
          <dt>In work, failed</dt>
          <dd>{data ? `${data.inWork}, ${data.refused}` : "–"}</dd>
        </div>
      </dl>
      {error && <FormError>{`The space couldn’t be loaded. ${error.message}`}</FormError>}
      {data && !data.hasEncoder && (
        <p className="video-space-note">
          There is no encoder on this server: only MP4 videos (H.264 and AAC) are taken, in the size they come
          in.
        </p>
      )}
    </>
  );
}

const choices = [
  { state: undefined, label: "All" },
  { state: "uploaded", label: "Waiting or in work" },
  { state: "playable", label: "More sizes in work" },
  { state: "ready", label: "Ready" },
  { state: "refused", label: "Failed" },
] as const;

function StateLinks(): ReactNode {
  const chosen = oneOf(useSearchParams()[0].get("state"), videoStates);
  return (
    <nav className="video-states" aria-label="Videos by state">
      {choices.map(({ state, label }) => (
        <ButtonLink
          key={label}
          look={state === chosen ? "solid" : "quiet"}
          size="small"
          to={state ? `?state=${state}` : "?"}
          aria-current={state === chosen ? "true" : undefined}
        >
          {label}
        </ButtonLink>
      ))}
    </nav>
  );
}

function VideoList(): ReactNode {
  const [search] = useSearchParams();
  const state = oneOf(search.get("state"), videoStates);
  const input = { limit: pageSize, cursor: search.get("cursor") ?? undefined, state };
  const query = useQuery({
    queryKey: ["videos", input],
    queryFn: () => api.page("GET /admin/videos", { query: input }),
    refetchInterval: freshness,
    placeholderData: keepPreviousData,
  });
  return (
    <AdminList query={query} noun={["video", "videos"]} more="Earlier videos">
      {(rows) =>
        rows.length > 0 ? (
          <Table caption="Videos, newest first" columns={columns} rows={rows} />
        ) : (
          <EmptyPage action={state && <ButtonLink to="?">Show all videos</ButtonLink>}>
            {state ? "No videos match." : "Nobody has uploaded a video yet."}
          </EmptyPage>
        )
      }
    </AdminList>
  );
}

const columns: readonly Column<Video>[] = [
  { title: "Video", kind: "title", cell: ({ fileName }) => fileName },
  { title: "Instructor", cell: ({ ownerName }) => ownerName },
  { title: "State", cell: (video) => stateInWords(video) },
  {
    title: "Sizes",
    cell: ({ renditions }) => renditions.map((height) => `${height}p`).join(", ") || "None yet",
  },
  { title: "Length", kind: "number", cell: ({ seconds }) => lengthInWords(seconds) },
  { title: "Space", kind: "number", cell: ({ storedBytes }) => sizeOf(storedBytes) },
  { title: "Uploaded", cell: ({ uploaded }) => <Moment at={uploaded} /> },
];

function stateInWords({ state, progress, refusalText }: Video): ReactNode {
  switch (state) {
    case "uploaded":
      return progress > 0 ? `Being prepared, ${progress} %` : "Waiting";
    case "playable":
      return `Ready; more sizes: ${progress} %`;
    case "ready":
      return "Ready";
    case "refused":
      return <span className="video-failed">Failed: {refusalText ?? "no reason recorded"}</span>;
    case "deleting":
      return "Being deleted";
  }
}

const lengthInWords = (seconds: number | null): string =>
  seconds === null ? "–" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
