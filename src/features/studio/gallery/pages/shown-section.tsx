import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { apiListQuery, apiQuery, refetchCalls } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { formatDay } from "../../../../ui/day.ts";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { FormError } from "../../../../ui/field.tsx";

const lists = ["GET /drawings/shown", "GET /comments", "GET /blocks"] as const;

/** Includes classes that they have left, whose galleries are closed to them. */
export default function ShownSection() {
  const drawings = useInfiniteQuery(
    apiListQuery("GET /drawings/shown", (cursor) => ({ query: { limit: 10, cursor } })),
  );
  const comments = useInfiniteQuery(
    apiListQuery("GET /comments", (cursor) => ({ query: { limit: 10, cursor } })),
  );
  const blocked = useQuery(apiQuery("GET /blocks"));
  const status = useRef<HTMLParagraphElement>(null);
  const [busy, setBusy] = useState<string>();
  const [outcome, setOutcome] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const end = async (id: string, work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(id);
    setFailure(undefined);
    try {
      await work();
      await refetchCalls(...lists);
      setOutcome(done);
      status.current?.focus();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(undefined);
    }
  };
  const failed = drawings.error ?? comments.error ?? blocked.error;
  const [shown, written] = [rowsOf(drawings), rowsOf(comments)];
  const isEmpty = shown?.length === 0 && written?.length === 0 && blocked.data?.length === 0;
  return (
    <section className="panel stack is-roomy" aria-labelledby="shown">
      <h2 id="shown">What others see of you</h2>
      {failed && (
        <LoadFailure onRetry={() => void refetchCalls(...lists)}>
          We couldn’t load the list. {failed.message}
        </LoadFailure>
      )}
      <p role="status" ref={status} tabIndex={-1}>
        {outcome ??
          (isEmpty
            ? "You haven’t shared any drawings, written any comments or blocked anyone."
            : "In all your classes, including those you’ve left.")}
      </p>
      <Rows title="Drawings you share" query={drawings}>
        {shown?.map(({ _id, classId, className, lessonTitle, date }) => (
          <Row
            key={_id}
            label="Remove"
            about={`the drawing for ${lessonTitle}`}
            isBusy={busy === _id}
            onPress={() =>
              end(
                _id,
                () => api("DELETE /class/{classId}/gallery/{id}", { params: { classId, id: _id } }),
                `Your drawing for “${lessonTitle}” is no longer in the gallery.`,
              )
            }
          >
            “{lessonTitle}” in {className}
            <br />
            Shared since {formatDay(new Date(date))}
          </Row>
        ))}
      </Rows>
      <Rows title="Comments you wrote" query={comments}>
        {written?.map(({ _id, text, className, lessonTitle, date, isHidden }) => (
          <Row
            key={_id}
            label="Remove"
            about={`the comment on ${lessonTitle}`}
            isBusy={busy === _id}
            onPress={() =>
              end(_id, () => api("DELETE /comment/{id}", { params: { id: _id } }), "Comment removed.")
            }
          >
            <span className="account-words">{text}</span>
            <br />
            On “{lessonTitle}” in {className}, {formatDay(new Date(date))}
            {isHidden && (
              <>
                <br />
                Only you see this comment. It’s under review, or we’ve removed it.
              </>
            )}
          </Row>
        ))}
      </Rows>
      <Rows title="People you’ve blocked">
        {blocked.data?.map(({ _id, name }) => (
          <Row
            key={_id}
            label="Unblock"
            about={name}
            isBusy={busy === _id}
            onPress={() =>
              end(
                _id,
                () => api("DELETE /blocks/{id}", { params: { id: _id } }),
                `You and ${name} see each other’s work again.`,
              )
            }
          >
            {name}
          </Row>
        ))}
      </Rows>
      <FormError>{failure}</FormError>
    </section>
  );
}

const rowsOf = <Item,>({
  data,
}: {
  readonly data: { readonly pages: readonly { readonly rows: readonly Item[] }[] } | undefined;
}) => data?.pages.flatMap(({ rows }) => rows);

interface RowsProps {
  readonly title: string;
  readonly children: readonly ReactNode[] | undefined;
  readonly query?: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
}

function Rows({ title, children, query }: RowsProps) {
  if (!children || children.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul role="list" className="account-list">
        {children}
      </ul>
      {query?.hasNextPage && (
        <Button
          look="quiet"
          size="small"
          busy={query.isFetchingNextPage && "Loading…"}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

interface RowProps {
  readonly children: ReactNode;
  readonly label: string;
  readonly about: string;
  readonly isBusy: boolean;
  readonly onPress: () => Promise<void>;
}

const Row = ({ children, label, about, isBusy, onPress }: RowProps) => (
  <li className="bar">
    <span>{children}</span>
    <Button look="quiet" size="small" busy={isBusy && "One moment…"} onClick={() => void onPress()}>
      {label}
      <span className="visually-hidden"> {about}</span>
    </Button>
  </li>
);
