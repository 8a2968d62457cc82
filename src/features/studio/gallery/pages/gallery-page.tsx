import { useInfiniteQuery, useQuery, useMutation } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { Link, useParams } from "react-router";
import { ButtonLink, Button } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { NextPage } from "../../../../ui/next-page.tsx";
import { type Row, apiListQuery, apiQuery, refetchCalls } from "../../../../access/api-query.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { FormError } from "../../../../ui/field.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { api } from "../../../../access/session.ts";
import { useMediaSession } from "../../../classroom/playback/pages/media-session-query.ts";
import { MediaFailure, DrawingPicture } from "../../critique/pages/drawing-picture.tsx";
import { NiceStamp } from "./nice-stamp.tsx";
import { NoGallery } from "./no-gallery.tsx";
import "./gallery-page.css";

export type Drawing = Row<"GET /class/{classId}/gallery">;

export const meta = () => [{ title: "Class gallery · Senga" }];

export default function GalleryPage() {
  const { role } = useMember();
  const { classId = "" } = useParams();
  return (
    <>
      {role === "student" && (
        <nav className="breadcrumb" aria-label="Breadcrumb">
          <Link to="/dashboard/enrolled-classes">Enrolled Classes</Link> /{" "}
          <Link to={`/dashboard/enrolled-classes/${classId}`}>Class</Link> / Gallery
        </nav>
      )}
      <h1 tabIndex={-1}>Class gallery</h1>
      <p className="gallery-lede">
        Only your class can see these, and only if the artist chose to share. Say what works, ask how they did
        it, and be kind.
      </p>
      <Drawings classId={classId} />
      <BlockedPeople />
    </>
  );
}

function Drawings({ classId }: { readonly classId: string }) {
  const { role } = useMember();
  const query = useInfiniteQuery(
    apiListQuery("GET /class/{classId}/gallery", (cursor) => ({
      params: { classId },
      query: { limit: 24, cursor },
    })),
  );
  const { data, error, refetch } = query;
  const media = useMediaSession();
  const drawings = data?.pages.flatMap(({ rows }) => rows);
  if (!drawings) return error ? <NoGallery error={error} onRetry={() => void refetch()} /> : <Wait />;
  if (drawings.length === 0) {
    return (
      <EmptyPage
        action={
          role === "student" && (
            <ButtonLink to={`/dashboard/enrolled-classes/${classId}`}>Go to your exercises</ButtonLink>
          )
        }
      >
        {role === "student"
          ? "Nothing here yet. Hand in an exercise and choose “Share with my class” to be the first."
          : "Nothing here yet. Your students decide what they share."}
      </EmptyPage>
    );
  }
  return (
    <>
      <MediaFailure />
      <ul role="list" className="cluster gallery-grid">
        {drawings.map((drawing) => (
          <GalleryCard key={drawing._id} drawing={drawing} classId={classId} hasMedia={media.data === true} />
        ))}
      </ul>
      <NextPage query={query}>More drawings</NextPage>
    </>
  );
}

const Wait = () => <Loading label="Loading the gallery" shape="cards" />;

function GalleryCard({
  drawing,
  classId,
  hasMedia,
}: {
  readonly drawing: Drawing;
  readonly classId: string;
  readonly hasMedia: boolean;
}) {
  const { _id, lessonTitle, student, pictures, comments, isOwn, isHidden } = drawing;
  const [first] = pictures;
  const ratio = first ? first.width / first.height : 1;
  return (
    <li
      className="gallery-card panel casts-tone has-stretched-link"
      style={{ "--own-ratio": ratio } as CSSProperties}
    >
      <div className="gallery-card-picture">
        {hasMedia && first && (
          <DrawingPicture
            picture={first}
            alt=""
            sizes={`(width <= 40em) calc(100vw - 60px), ${Math.ceil(ratio * 420)}px`}
          />
        )}
      </div>
      <div className="gallery-card-body">
        <h2 className="card-title">
          <Link to={`/dashboard/gallery/${classId}/drawings/${_id}`}>{lessonTitle}</Link>
        </h2>
        <p>
          by {isOwn ? "you" : student.name}
          {pictures.length > 1 && `, ${pictures.length} pictures`}
        </p>
        <div className="bar is-tight">
          <NiceStamp classId={classId} drawing={drawing} />
          {comments > 0 && <p>{comments === 1 ? "1 comment" : `${comments} comments`}</p>}
        </div>
        {isHidden && <p className="warning">Only you can see this. It’s under review or has been removed.</p>}
      </div>
    </li>
  );
}

function BlockedPeople() {
  const { data = [] } = useQuery(apiQuery("GET /blocks"));
  const unblocking = useMutation({
    mutationFn: ({ _id }: { readonly _id: string; readonly name: string }) =>
      api("DELETE /blocks/{id}", { params: { id: _id } }),
    onSuccess: (_, { name }) => toast(`You and ${name} see each other’s work again`),
    onSettled: () => refetchCalls("GET /blocks", "GET /class/{classId}/gallery"),
  });
  if (data.length === 0) return null;
  return (
    <details className="gallery-blocked panel">
      <summary>People you’ve blocked ({data.length})</summary>
      <ul role="list">
        {data.map(({ _id, name }) => (
          <li key={_id} className="bar">
            <span>{name}</span>
            <Button
              look="quiet"
              size="small"
              busy={unblocking.isPending && unblocking.variables._id === _id && "Unblocking…"}
              onClick={() => unblocking.mutate({ _id, name })}
            >
              Unblock<span className="visually-hidden"> {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <FormError>{unblocking.error?.message}</FormError>
    </details>
  );
}
