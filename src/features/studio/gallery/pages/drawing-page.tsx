import { useQuery, useInfiniteQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { apiQuery, isFinal, apiListQuery } from "../../../../access/api-query.ts";
import { useMediaSession } from "../../../classroom/playback/pages/media-session-query.ts";
import { MediaFailure, DrawingPicture } from "../../critique/pages/drawing-picture.tsx";
import { ContentTools } from "./content-tools.tsx";
import type { Drawing } from "./gallery-page.tsx";
import { NiceStamp } from "./nice-stamp.tsx";
import { NoGallery } from "./no-gallery.tsx";
import { type DrawingPlace, ShowToClass } from "./show-drawing.tsx";
import { NextPage } from "../../../../ui/next-page.tsx";
import "./gallery-page.css";

const Comments = lazyPart(() => import("./comments.tsx"));

export const meta = () => [{ title: "Drawing · Senga" }];

export default function DrawingPage() {
  const { classId = "", id = "" } = useParams();
  const place = { classId, id };
  const { data, error, refetch } = useQuery(
    apiQuery("GET /class/{classId}/gallery/{id}", { params: { ...place } }),
  );
  const title = data?.lessonTitle ?? "Drawing";
  return (
    <>
      <title>{`${title} · Senga`}</title>
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to={`/dashboard/gallery/${place.classId}`}>Class gallery</Link> / {title}
      </nav>
      <h1 tabIndex={-1}>{title}</h1>
      {/* Another failure passes, and a comment that is being typed stays. */}
      {data && !isFinal(error) ? (
        <OpenDrawing place={place} drawing={data} />
      ) : error ? (
        <NoGallery error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the drawing" shape="sheet" />
      )}
    </>
  );
}

interface OpenDrawingProps {
  readonly place: DrawingPlace;
  readonly drawing: Drawing;
}

function OpenDrawing({ place, drawing }: OpenDrawingProps) {
  const media = useMediaSession();
  const navigate = useNavigate();
  const { student, isOwn, isHidden, note, pictures } = drawing;
  const gallery = `/dashboard/gallery/${place.classId}`;
  return (
    <div className="gallery-drawing">
      <ul role="list" className="stack is-loose">
        {pictures.map((picture, index) => (
          <li key={picture._id}>
            {media.data && (
              <DrawingPicture
                picture={picture}
                alt={`${drawing.lessonTitle}, drawn by ${isOwn ? "you" : student.name}, picture ${index + 1} of ${pictures.length}`}
                sizes="(width <= 68.75em) calc(100vw - 40px), 720px"
              />
            )}
          </li>
        ))}
      </ul>
      <div className="stack is-loose gallery-words">
        <MediaFailure />
        <div className="gallery-head">
          <p className="cluster is-baseline is-tight gallery-comment-by">
            <strong>{isOwn ? "You" : student.name}</strong> <Moment at={drawing.date} />
          </p>
          {!isOwn && (
            <ContentTools
              kind="drawing"
              id={drawing._id}
              author={student}
              mayBlock
              onBlocked={() => void navigate(gallery)}
            />
          )}
        </div>
        {note && (
          <p dir="auto" className="words">
            {note}
          </p>
        )}
        <NiceStamp classId={place.classId} drawing={drawing} />
        {isOwn && drawing.nices > 0 && <NicePeople place={place} />}
        {isOwn && (
          <ShowToClass
            place={place}
            isShown
            isHidden={isHidden}
            onChanged={(isShown) => {
              if (!isShown) void navigate(gallery);
            }}
          />
        )}
        <Suspense fallback={<Loading label="Loading the comments" shape="list" />}>
          <Comments place={place} />
        </Suspense>
      </div>
    </div>
  );
}

function NicePeople({ place }: { readonly place: DrawingPlace }) {
  const query = useInfiniteQuery(
    apiListQuery("GET /class/{classId}/gallery/{id}/nices", (cursor) => ({
      params: { ...place },
      query: { limit: 20, cursor },
    })),
  );
  const people = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  if (people.length === 0) return null;
  return (
    <div>
      <p className="words">
        From {list.format(people.map(({ name }) => name))}. Only you see who it came from.
      </p>
      <NextPage query={query}>Show more</NextPage>
    </div>
  );
}

const list = new Intl.ListFormat("en-US");
