import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "../../../../ui/button.tsx";
import { FormError } from "../../../../ui/field.tsx";
import type { Column } from "../../../../ui/table.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { type Row, apiPageQuery, apiQuery } from "../../../../access/api-query.ts";
import { sizeOf } from "../../uploads/pages/upload-words.ts";
import { videoStates } from "../policy.ts";
import { ListPage } from "../../../shared/list-page.tsx";
import { oneOf, refetchInterval } from "../../../shared/list-query.ts";
import "./videos-page.css";

type Video = Row<"GET /admin/videos">;

export const meta = () => [{ title: "Videos · Senga" }];

const stateIn = (search: URLSearchParams) => oneOf(search.get("state"), videoStates);

export default function VideosPage() {
  return (
    <ListPage
      title="Videos"
      noun={["video", "videos"]}
      query={(page, search) => ({
        ...apiPageQuery("GET /admin/videos", { query: { ...page, state: stateIn(search) } }),
        refetchInterval,
      })}
      columns={columns}
      nameOf={({ fileName }) => fileName}
      more="Earlier videos"
      empty="No videos yet."
    >
      <Space />
      <StateLinks />
    </ListPage>
  );
}

function Space() {
  const { data, error } = useQuery({ ...apiQuery("GET /admin/videos/space"), refetchInterval });
  return (
    <>
      <dl className="figures video-space panel" aria-label="Space" aria-busy={!data}>
        <div>
          <dt>Storage used</dt>
          <dd>{data ? sizeOf(data.storedBytes) : "–"}</dd>
        </div>
        <div>
          <dt>Originals being processed</dt>
          <dd>{data ? sizeOf(data.originalBytes) : "–"}</dd>
        </div>
        <div>
          <dt>Free disk space</dt>
          <dd>{data ? sizeOf(data.freeBytes) : "–"}</dd>
        </div>
        <div>
          <dt>Processing, failed</dt>
          <dd>{data ? `${data.inWork}, ${data.refused}` : "–"}</dd>
        </div>
      </dl>
      {error && <FormError>{`The storage figures couldn’t be loaded. ${error.message}`}</FormError>}
      {data && !data.hasEncoder && (
        <p className="callout below">
          This server has no video encoder. It only accepts MP4 videos (H.264 and AAC), and keeps them at
          their original size.
        </p>
      )}
    </>
  );
}

const choices = [
  { state: undefined, label: "All" },
  { state: "uploaded", label: "Waiting or processing" },
  { state: "playable", label: "Making more sizes" },
  { state: "ready", label: "Ready" },
  { state: "refused", label: "Failed" },
] as const;

function StateLinks() {
  const chosen = stateIn(useSearchParams()[0]);
  return (
    <nav className="cluster below" aria-label="Videos by state">
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

const columns: readonly Column<Video>[] = [
  { title: "Video", kind: "title", cell: ({ fileName }) => fileName },
  { title: "Instructor", place: "under", cell: ({ ownerName }) => ownerName },
  { title: "State", place: "end", cell: (video) => stateInWords(video) },
  {
    title: "Sizes",
    cell: ({ renditions }) => renditions.map((height) => `${height}p`).join(", ") || "None yet",
  },
  { title: "Length", kind: "number", cell: ({ seconds }) => lengthInWords(seconds) },
  { title: "Space", kind: "number", cell: ({ storedBytes }) => sizeOf(storedBytes) },
  { title: "Uploaded", place: "corner", cell: ({ uploaded }) => <Moment at={uploaded} /> },
];

function stateInWords({ state, progress, refusalText }: Video): ReactNode {
  switch (state) {
    case "uploaded":
      return progress > 0 ? `Processing, ${progress}%` : "Waiting";
    case "playable":
      return `Ready; making more sizes: ${progress}%`;
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
