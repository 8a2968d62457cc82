import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { Moment } from "../../ui/timestamp.tsx";
import { toast } from "../../ui/toast.tsx";
import { QueryStatus } from "../../ui/query-status.tsx";
import { type Row, apiListQuery } from "../../access/api-query.ts";
import { api, setUnread, useUnread } from "../../access/session.ts";
import { useMediaSession } from "../../features/classroom/playback/pages/media-session-query.ts";
import "../../features/school/notifications/pages/notifications-page.css";

type Notification = Row<"GET /notifications">;

/** As in `notifications-page.css`. */
const thumbnailPixels = 64;

export const meta = () => [{ title: "Notifications · Senga" }];

export default function NotificationsPage() {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...apiListQuery("GET /notifications", (cursor) => ({ query: { limit: 30, cursor } })),
    // Notifications read on an earlier visit must not look new again.
    gcTime: 0,
  });
  const { count } = useUnread();
  useEffect(() => {
    if (count > 0) void refetch();
  }, [count, refetch]);
  const rows = data?.pages.flatMap((page) => page.rows);
  const isNew = useReading(rows);
  const media = useMediaSession(rows?.some(({ picture }) => picture !== null) ?? false);

  const newest = rows?.[0];
  return (
    <>
      <div className="bar below-large">
        <h1 tabIndex={-1}>Notifications</h1>
        <div className="cluster">
          {newest && count > 0 && <ReadAll upTo={newest._id} />}
          <ButtonLink to="/dashboard/notifications/choices" look="quiet" size="small">
            Email settings
          </ButtonLink>
        </div>
      </div>
      {!rows && <QueryStatus query={{ error, refetch }} what="your notifications" shape="list" />}
      {rows && !newest && (
        <EmptyPage action={<ButtonLink to="/classes">Browse classes</ButtonLink>}>
          Nothing has happened yet. News about your classes will be listed here.
        </EmptyPage>
      )}
      {rows && newest && (
        <ul role="list" className="panel ruled notifications">
          {rows.map((row) => (
            <li key={row._id} className={isNew(row) ? "is-new" : undefined}>
              <div>
                <Link to={row.path}>
                  {isNew(row) && <span className="visually-hidden">New: </span>}
                  {row.line}
                </Link>
                {row.text && <p className="quiet notification-text">“{row.text}”</p>}
                <Moment at={row.createdAt} />
              </div>
              {row.picture && !media.isError && (
                <Thumbnail picture={row.picture} isReady={media.data === true} />
              )}
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <p className="notifications-more">
          <Button look="quiet" busy={isFetchingNextPage && "Loading…"} onClick={() => void fetchNextPage()}>
            Earlier notifications
          </Button>
        </p>
      )}
    </>
  );
}

interface ThumbnailProps {
  readonly picture: NonNullable<Notification["picture"]>;
  /** Once the media session exists. Until then the sheet is blank, so that the text does not move. */
  readonly isReady: boolean;
}

/** The sentence beside it names the artist. Hidden if the drawing is gone. */
function Thumbnail({ picture, isReady }: ThumbnailProps) {
  const { _id, width, height, widths } = picture;
  const [isLost, setLost] = useState(false);
  if (isLost) return null;
  const inlineSize = Math.round(Math.min(1, width / height) * thumbnailPixels);
  if (!isReady)
    return <span className="notification-picture" style={{ inlineSize, aspectRatio: width / height }} />;
  return (
    <img
      className="notification-picture"
      src={`/media/submissions/${_id}/${widths[0]}.webp`}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      onError={() => setLost(true)}
    />
  );
}

function ReadAll({ upTo }: { readonly upTo: string }) {
  const readAll = (): void => {
    void api("POST /notifications/read", { body: { upTo } })
      .then(setUnread)
      .catch((error: Error) => toast(error.message, "error"));
  };
  return (
    <Button look="quiet" size="small" onClick={readAll}>
      Mark all as read
    </Button>
  );
}

/** Marks shown rows as read; they look new until the page is left. */
function useReading(rows: readonly Notification[] | undefined): (row: Notification) => boolean {
  const [shown] = useState(() => new Set<string>());
  useEffect(() => {
    const ids = rows?.filter(({ _id, isRead }) => !isRead && !shown.has(_id)).map(({ _id }) => _id) ?? [];
    if (ids.length === 0) return;
    for (const id of ids) shown.add(id);
    void api("POST /notifications/read", { body: { ids: ids.slice(0, 100) } })
      .then(setUnread)
      .catch(() => {});
  }, [rows, shown]);
  return ({ _id, isRead }) => !isRead || shown.has(_id);
}
