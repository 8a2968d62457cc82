import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { Moment } from "../../ui/timestamp.tsx";
import { Loading } from "../../ui/loading.tsx";
import { NextPage } from "../../ui/next-page.tsx";
import { queryClient } from "../../access/query-client.ts";
import { api } from "../../access/session.ts";
import { useGuard } from "../../access/use-guard.ts";
import { apiQuery, listQuery } from "../../access/api-query.ts";
import { WaitingCritiques } from "../../features/studio/critique/pages/waiting-critiques.tsx";
import { MyClassCard } from "./my-class-card.tsx";
import { TeachingTotals } from "./teaching-totals.tsx";
import "./my-classes-page.css";

export const meta = () => [{ title: "My Classes · Senga" }];

const pageSize = 20;
/** Polls, so that decisions, feedback and enrollments appear without a reload. */
const lookAgainMilliseconds = 5000;

export default function MyClassesPage(): ReactNode {
  const instructor = useGuard("instructor");
  return instructor && <MyClasses email={instructor.user.email} />;
}

function MyClasses({ email }: { readonly email: string }): ReactNode {
  const query = useInfiniteQuery(pagesQuery(email));
  const { data, error, refetch } = query;
  useFreshFirstPage(email, data !== undefined);
  const lessons = useLessonCounts(email, data?.pages);
  const items = data?.pages.flatMap(({ rows }) => rows);
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>My Classes</h1>
        {items && items.length > 0 && <ButtonLink to="/dashboard/add-class">Add a class</ButtonLink>}
      </div>
      {items ? (
        items.length > 0 ? (
          <>
            <Totals email={email} />
            <WaitingCritiques />
            <ul role="list" className="my-classes">
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
      ) : error ? (
        <LoadFailure onRetry={() => void refetch()}>
          Your classes couldn’t be loaded. {error.message}
        </LoadFailure>
      ) : (
        <Loading label="Loading your classes" shape="rows" />
      )}
      <NextPage query={query}>Earlier classes</NextPage>
      <SentAgain email={email} />
    </>
  );
}

function SentAgain({ email }: { readonly email: string }): ReactNode {
  const { data } = useQuery(
    apiQuery("GET /classes/instructor/{email}", {
      params: { email },
      query: { archived: "yes", limit: 100 },
    }),
  );
  if (!data || data.length === 0) return null;
  return (
    <details className="sent-again">
      <summary>Denied and sent again ({data.length})</summary>
      <ul role="list">
        {data.map(({ _id, className, decided, feedback, sentAgainAs }) => (
          <li key={_id}>
            <p>
              <strong>{className}</strong>, denied <Moment at={decided} />, sent again as “
              {sentAgainAs?.className}”
            </p>
            <p>{feedback ?? "No Feedback"}</p>
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

/** Of the pages that are shown. Not polled: they change by the hand of the instructor. */
const useLessonCounts = (email: string, shown: readonly { readonly next: string | undefined }[] = []) =>
  useQueries({
    queries: shown.map((_, at) => {
      const query = { limit: pageSize, cursor: shown[at - 1]?.next };
      return apiQuery("GET /instructor/lessons/{email}", { params: { email }, query });
    }),
    combine: (pages) => new Map(pages.flatMap(({ data }) => data ?? []).map((row) => [row.classId, row])),
  });

/** Joins two lists with the same order and cursors. */
async function fetchPage(email: string, cursor: string | undefined) {
  const page = { params: { email }, query: { limit: pageSize, cursor } };
  const [{ rows, next }, earnings] = await Promise.all([
    api.page("GET /classes/instructor/{email}", page),
    api("GET /instructor/earnings/{email}", page),
  ]);
  const earned = new Map(earnings.map((row) => [row.classId, row.earnings]));
  return { rows: rows.map((item) => ({ ...item, earnings: earned.get(item._id) ?? 0 })), next };
}

function Totals({ email }: { readonly email: string }): ReactNode {
  const { data } = useQuery({
    ...apiQuery("GET /instructor/totals/{email}", { params: { email } }),
    refetchInterval: lookAgainMilliseconds,
  });
  return <TeachingTotals totals={data} />;
}
