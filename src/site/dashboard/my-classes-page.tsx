import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { Moment } from "../../ui/timestamp.tsx";
import { NextPage } from "../../ui/next-page.tsx";
import { api } from "../../access/session.ts";
import { useMember } from "../../access/use-guard.ts";
import { type Row, apiQuery, listQuery, queryClient } from "../../access/api-query.ts";
import { WaitingCritiques } from "../../features/studio/critique/pages/waiting-critiques.tsx";
import { Picture } from "../../ui/cover.tsx";
import { DashboardIcon } from "../../ui/dashboard-icon.tsx";
import { Price, formatAmount } from "../../ui/price.tsx";
import { QueryStatus } from "../../ui/query-status.tsx";
import type { OwnClass } from "../../features/school/classes/pages/class-values.ts";
import { sendAgainPath } from "../../features/school/classes/pages/editor-homes.ts";
import { mayChange } from "../../features/school/classes/state.ts";
import { StatusBadge } from "../../features/school/classes/pages/status-badge.tsx";
import { lessonCount } from "../../features/classroom/lessons/lesson-words.ts";
import { TeachingTotals } from "./teaching-totals.tsx";
import "./my-classes-page.css";

export const meta = () => [{ title: "My Classes · Senga" }];

const pageSize = 20;
const lookAgainMilliseconds = 5000;

export default function MyClassesPage() {
  const { email } = useMember().user;
  const query = useInfiniteQuery(pagesQuery(email));
  const { data, error, refetch } = query;
  useFreshFirstPage(email, data !== undefined);
  const lessons = useLessonCounts(email, data?.pages);
  const items = data?.pages.flatMap(({ rows }) => rows);
  return (
    <>
      <div className="bar page-head">
        <h1 tabIndex={-1}>My Classes</h1>
        {items && items.length > 0 && <ButtonLink to="/dashboard/add-class">Add a class</ButtonLink>}
      </div>
      {items ? (
        items.length > 0 ? (
          <>
            <Totals />
            <WaitingCritiques />
            <ul role="list" className="stack is-loose">
              {items.map((item, index) => (
                <MyClassCard key={item._id} item={item} lessons={lessons.get(item._id)} index={index} />
              ))}
            </ul>
          </>
        ) : (
          <EmptyPage action={<ButtonLink to="/dashboard/add-class">Add A Class</ButtonLink>}>
            You have not added any classes yet. When you add one, you’ll see its status, students and earnings
            here.
          </EmptyPage>
        )
      ) : (
        <QueryStatus
          query={{ error, refetch }}
          what="your classes"
          shape="rows"
          failure="Your classes couldn’t be loaded."
        />
      )}
      <NextPage query={query}>Earlier classes</NextPage>
      <SentAgain />
    </>
  );
}

function SentAgain() {
  const { email } = useMember().user;
  const { data } = useQuery(
    apiQuery("GET /classes/instructor/{email}", {
      params: { email },
      query: { archived: "yes", limit: 100 },
    }),
  );
  if (!data || data.length === 0) return null;
  return (
    <details className="more sent-again">
      <summary>Denied and sent again ({data.length})</summary>
      <ul role="list">
        {data.map(({ _id, className, decided, feedback, sentAgainAs }) => (
          <li key={_id}>
            <p>
              <strong>{className}</strong>, denied <Moment at={decided} />, sent again as “
              {sentAgainAs?.className}”
            </p>
            <p className="words">{feedback ?? "No Feedback"}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

const pagesQuery = (email: string) =>
  listQuery(["my classes", email, "pages"], (cursor) => fetchPage(email, cursor));

/** Polls the first page; refetches the others only when its boundary moves. */
function useFreshFirstPage(email: string, isLoaded: boolean): void {
  useQuery({
    queryKey: ["my classes", email, "first page"],
    queryFn: async () => {
      const first = await fetchPage(email, undefined);
      const { queryKey } = pagesQuery(email);
      const known = queryClient.getQueryData(queryKey);
      if (known && known.pages[0]?.next === first.next)
        queryClient.setQueryData(queryKey, {
          ...known,
          pages: [first, ...known.pages.slice(1)],
        });
      else await queryClient.invalidateQueries({ queryKey });
      return null;
    },
    initialData: null,
    staleTime: lookAgainMilliseconds,
    refetchInterval: lookAgainMilliseconds,
    enabled: isLoaded,
  });
}

/** Not polled: only the instructor changes them. */
const useLessonCounts = (email: string, shown: readonly { readonly next: string | undefined }[] = []) =>
  useQueries({
    queries: shown.map((_, at) => {
      const query = { limit: pageSize, cursor: shown[at - 1]?.next };
      return apiQuery("GET /instructor/lessons/{email}", { params: { email }, query });
    }),
    combine: (pages) => new Map(pages.flatMap(({ data }) => data ?? []).map((row) => [row.classId, row])),
  });

/** Both lists have the same order and cursors. */
async function fetchPage(email: string, cursor: string | undefined) {
  const page = { params: { email }, query: { limit: pageSize, cursor } };
  const [{ rows, next }, earnings] = await Promise.all([
    api.page("GET /classes/instructor/{email}", page),
    api("GET /instructor/earnings/{email}", page),
  ]);
  const earned = new Map(earnings.map((row) => [row.classId, row.earnings]));
  return { rows: rows.map((item) => ({ ...item, earnings: earned.get(item._id) ?? 0 })), next };
}

function Totals() {
  const { email } = useMember().user;
  const { data } = useQuery({
    ...apiQuery("GET /instructor/totals/{email}", { params: { email } }),
    refetchInterval: lookAgainMilliseconds,
  });
  return <TeachingTotals totals={data} />;
}

type LessonCounts = Row<"GET /instructor/lessons/{email}">;

interface MyClassCardProps {
  readonly item: OwnClass & { /** In dollars. */ readonly earnings: number };
  readonly lessons: LessonCounts | undefined;
  readonly index: number;
}

function MyClassCard({ item, index, ...props }: MyClassCardProps) {
  const { _id, className, status, feedback, previous, price, enrolledStudents, availableSeats } = item;
  const lessons = mayChange(status) ? props.lessons : undefined;
  const isUncaptioned = lessons !== undefined && lessons.uncaptioned > 0;
  return (
    <li className="my-class panel">
      <div className="crop my-class-picture">
        <Picture
          src={item.image}
          picture={item.picture}
          title={className}
          sizes="(width <= 53.75em) 112px, 264px"
          eager={index < 3}
        />
      </div>
      <div className="my-class-facts">
        <StatusBadge status={status} />
        <h2 className="card-title">
          {status === "denied" ? (
            className
          ) : (
            <Link to={status === "approved" ? `/classes/${_id}` : `/dashboard/preview/${_id}`}>
              {className}
            </Link>
          )}
        </h2>
        <Price amount={price} />
        {mayChange(status) && <p className="fine">{lessons ? lessonsInWords(lessons) : "\u00a0"}</p>}
      </div>
      <dl className="my-class-figures">
        <div>
          <dt className="fine">Students</dt>
          <dd>{enrolledStudents}</dd>
        </div>
        <div>
          <dt className="fine">Seats left</dt>
          <dd>{availableSeats}</dd>
        </div>
        <div>
          <dt className="fine">Earned</dt>
          <dd>${formatAmount(item.earnings)}</dd>
        </div>
      </dl>
      <div className="my-class-actions">
        {mayChange(status) && (
          <ButtonLink to={`/dashboard/instructor/curriculum/${_id}`} size="small">
            <DashboardIcon name="book" />
            Lessons
            <span className="visually-hidden"> of {className}</span>
          </ButtonLink>
        )}
        {status === "approved" && enrolledStudents > 0 && (
          <ButtonLink to={`/dashboard/gallery/${_id}`} size="small" look="quiet">
            Gallery
            <span className="visually-hidden"> of {className}</span>
          </ButtonLink>
        )}
        {mayChange(status) ? (
          <ButtonLink to={`/update/class/${_id}`} size="small" look="quiet">
            <DashboardIcon name="pencil" />
            Update
            <span className="visually-hidden"> {className}</span>
          </ButtonLink>
        ) : (
          <ButtonLink to={sendAgainPath(_id)} size="small">
            Send again
            <span className="visually-hidden"> {className}</span>
          </ButtonLink>
        )}
      </div>
      {(status !== "pending" || feedback || previous || isUncaptioned) && (
        <div className="my-class-notes">
          {isUncaptioned && <Uncaptioned classId={_id} lessons={lessons} />}
          {(status !== "pending" || feedback) && (
            <div className="callout my-class-feedback">
              <h3>Feedback</h3>
              <p className="words">{feedback ?? "No Feedback"}</p>
            </div>
          )}
          {previous && status === "pending" && (
            <div className="callout my-class-feedback">
              <h3>
                Sent again after it was denied <Moment at={previous.decided} />
              </h3>
              <p className="words">{previous.feedback ?? "No Feedback"}</p>
            </div>
          )}
        </div>
      )}
    </li>
  );
}

function lessonsInWords({ lessons, published, drafts }: LessonCounts): string {
  if (lessons === 0) return "No lessons yet";
  const waiting = drafts === 1 ? "1 unpublished draft" : `${drafts} unpublished drafts`;
  const all = `${published} of ${lessonCount(lessons)} published`;
  return drafts > 0 ? `${all}, ${waiting}` : all;
}

function Uncaptioned({
  classId,
  lessons: { uncaptioned, firstUncaptioned },
}: {
  readonly classId: string;
  readonly lessons: LessonCounts;
}) {
  const more = uncaptioned - firstUncaptioned.length;
  return (
    <div className="callout my-class-feedback is-warning">
      <h3>{uncaptioned === 1 ? "A video without captions" : `${uncaptioned} videos without captions`}</h3>
      <p>Deaf students and anyone watching without sound need them.</p>
      <ul role="list">
        {firstUncaptioned.map(({ _id, title }) => (
          <li key={_id}>
            <Link to={`/dashboard/instructor/curriculum/${classId}?lesson=${_id}`}>{title}</Link>
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </div>
  );
}
