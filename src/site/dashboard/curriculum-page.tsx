import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { Button } from "../../ui/button.tsx";
import { FormError } from "../../ui/field.tsx";
import { Loading } from "../../ui/loading.tsx";
import { QueryStatus } from "../../ui/query-status.tsx";
import { apiQuery, queryClient } from "../../access/api-query.ts";
import { api } from "../../access/session.ts";
import { useMember } from "../../access/use-guard.ts";
import { MissingClass } from "../../features/school/classes/pages/missing-class.tsx";
import { isMissing } from "../../http/client.ts";
import { placeInWords, createOrderSaver } from "../../features/classroom/lessons/pages/order.ts";
import { LessonPicture } from "../../features/classroom/playback/pages/lesson-picture.tsx";
import {
  type Curriculum,
  type Section,
  curriculumQuery,
} from "../../features/classroom/lessons/pages/curriculum-query.ts";
import { isReadyToSell } from "../../features/office/overview/policy.ts";
import { CurriculumTree } from "../../features/classroom/lessons/pages/curriculum-tree.tsx";
import { homes } from "../../features/school/classes/pages/editor-homes.ts";
import { Readiness } from "./readiness.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LoadFailure } from "../../ui/empty-page.tsx";
import { Table } from "../../ui/table.tsx";
import { minStudents } from "../../features/classroom/lessons/policy.ts";
import "../../features/classroom/lessons/pages/curriculum-page.css";

export const meta = () => [{ title: "Lessons · Senga" }];

export default function CurriculumPage() {
  const { classId = "" } = useParams();
  return <Builder key={classId} classId={classId} />;
}

// The list of lessons shows before the editor has loaded.
const OpenLesson = lazyPart(() => import("../../features/classroom/lessons/pages/curriculum-lesson.tsx"));
const schedule = () => import("../../features/classroom/lessons/pages/curriculum-schedule.tsx");
const ScheduleDialog = lazyPart(async () => ({ default: (await schedule()).ScheduleDialog }));
const HoldAgainDialog = lazyPart(async () => ({ default: (await schedule()).HoldAgainDialog }));

function useOrder(classId: string) {
  const { queryKey } = apiQuery("GET /curriculum/{classId}", { params: { classId } });
  const [saver] = useState(() =>
    createOrderSaver({
      send: async (orderVersion, order) => {
        const sections = order.map(({ _id, lessons }) => ({ _id, lessons: lessons.map((each) => each._id) }));
        const saved = await api("PATCH /curriculum/{classId}/order", {
          params: { classId },
          body: { orderVersion, sections },
        });
        queryClient.setQueryData(queryKey, (known) => known && { ...known, ...saved });
        return saved.orderVersion;
      },
      reload: () => void queryClient.invalidateQueries({ queryKey }),
    }),
  );
  const state = useSyncExternalStore(saver.subscribe, saver.state, saver.state);
  const [moved, setMoved] = useState("");
  const move = (reorder: (sections: readonly Section[]) => readonly Section[], id: string): void => {
    const known = queryClient.getQueryData(queryKey);
    if (!known) return;
    const sections = [...reorder(known.sections)];
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, { ...known, sections });
    setMoved(placeInWords(sections, id));
    saver.save(known.orderVersion, sections);
  };
  return { ...state, settled: saver.settled, moved, move };
}

function Builder({ classId }: { readonly classId: string }) {
  const isAdmin = useMember().role === "admin";
  const order = useOrder(classId);
  const { data, error, refetch } = useQuery(curriculumQuery(classId, order.settled));
  const lessonId = useSearchParams()[0].get("lesson");
  const home = homes[isAdmin ? "admin" : "instructor"];
  const latest = useRef(lessonId);
  useEffect(() => {
    const left = latest.current;
    latest.current = lessonId;
    if (left === null || lessonId !== null) return;
    const link = document.querySelector<HTMLElement>(`[data-lesson="${CSS.escape(left)}"] a`);
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) link?.focus();
    });
  }, [lessonId]);
  if (!data) {
    if (isMissing(error)) return <MissingClass to={home.to}>Back to {home.label}</MissingClass>;
    return (
      <QueryStatus
        query={{ error, refetch }}
        what="the lessons"
        shape="sheet"
        failure="The lessons couldn’t be loaded."
      />
    );
  }
  return (
    <div className={lessonId ? "curriculum has-lesson" : "curriculum"}>
      <div className="curriculum-head">
        <p className="breadcrumb">
          <Link to={home.to}>{home.label}</Link> / Lessons
        </p>
        <h1 tabIndex={-1}>{data.className}</h1>
        <ClassFacts curriculum={data} isAdmin={isAdmin} />
      </div>
      <div className="curriculum-side">
        <p className="visually-hidden" role="status">
          {order.moved}
        </p>
        <FormError>{order.problem}</FormError>
        <CurriculumTree
          curriculum={data}
          chosen={lessonId}
          onMove={order.move}
          renderPicture={(lesson, icon) => (
            <LessonPicture classId={classId} lesson={lesson} file="thumbnail.webp">
              {icon}
            </LessonPicture>
          )}
        />
      </div>
      <div className="curriculum-main">
        {lessonId ? (
          <Suspense fallback={<Loading label="Loading the lesson" shape="sheet" count={1} />}>
            <OpenLesson key={lessonId} curriculum={data} id={lessonId} />
          </Suspense>
        ) : (
          <>
            <NextSteps curriculum={data} isAdmin={isAdmin} />
            {readinessOf(data).published > 0 && <ClassProgress curriculum={data} />}
          </>
        )}
      </div>
    </div>
  );
}

interface CurriculumProps {
  readonly curriculum: Curriculum;
  readonly isAdmin: boolean;
}

function NextSteps({ curriculum, isAdmin }: CurriculumProps) {
  const readiness = readinessOf(curriculum);
  if (isReadyToSell(readiness)) return null;
  return (
    <section className="panel stack is-roomy below-large" aria-labelledby="next-steps">
      <h2 id="next-steps" className="section-title">
        Get it ready to sell
      </h2>
      <Readiness of={readiness} isInBuilder isAdmin={isAdmin} />
    </section>
  );
}

function readinessOf({ classId, className, status, isDescribed, sections }: Curriculum) {
  const published = sections
    .flatMap(({ lessons }) => lessons)
    .filter(({ state }) => state === "published" || state === "changed");
  return {
    _id: classId,
    className,
    status,
    isDescribed,
    published: published.length,
    exercises: published.filter(({ kind }) => kind === "exercise").length,
    previews: published.filter(({ isPreview }) => isPreview).length,
  };
}

function ClassFacts({ curriculum, isAdmin }: CurriculumProps) {
  const [openDialog, setOpenDialog] = useState<"schedule" | "again">();
  const { sharedWith, status } = curriculum;
  const close = (): void => setOpenDialog(undefined);
  return (
    <>
      <div className="cluster is-level above curriculum-facts">
        <p>{startInWords(curriculum)}</p>
        <Button look="quiet" size="small" onClick={() => setOpenDialog("schedule")}>
          {curriculum.startsOn ? "Change the start date" : "Set a start date"}
        </Button>
        {status === "approved" && !isAdmin && (
          <Button look="quiet" size="small" onClick={() => setOpenDialog("again")}>
            Run it again
          </Button>
        )}
      </div>
      {sharedWith.length > 0 && (
        <p className="callout above curriculum-shared">
          These lessons are also part of {sharedWith.map(sharedInWords).join(", ")}. What you publish here
          shows up there, too.
        </p>
      )}
      <Suspense>
        {openDialog === "schedule" && <ScheduleDialog curriculum={curriculum} onClose={close} />}
        {openDialog === "again" && <HoldAgainDialog curriculum={curriculum} onClose={close} />}
      </Suspense>
    </>
  );
}

const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const dayInWords = (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`));

const startInWords = ({ startsOn, timeZone }: Curriculum): string =>
  startsOn
    ? `A group starts on ${dayInWords(startsOn)} (${timeZone?.replaceAll("_", " ")}).`
    : "Self-paced: students start anytime.";

const sharedInWords = ({ className, startsOn }: Curriculum["sharedWith"][number]): string =>
  startsOn ? `“${className}” (starts ${dayInWords(startsOn)})` : `“${className}”`;

function ClassProgress({ curriculum }: { readonly curriculum: Curriculum }) {
  const { classId, sections } = curriculum;
  const { data, error, refetch } = useQuery(
    apiQuery("GET /curriculum/{classId}/progress", { params: { classId } }),
  );
  const titles = new Map(sections.flatMap(({ lessons }) => lessons.map(({ _id, title }) => [_id, title])));
  return (
    <section className="stack class-progress" aria-labelledby="class-progress">
      <h2 id="class-progress" className="section-title">
        Class progress
      </h2>
      {!data && !error && <Loading label="Loading the numbers" shape="list" count={2} />}
      {error && (
        <LoadFailure onRetry={() => void refetch()}>
          The numbers couldn’t be loaded. {error.message}
        </LoadFailure>
      )}
      {data && (
        <dl className="figures class-progress-figures panel">
          <div>
            <dt>Students</dt>
            <dd>{data.students}</dd>
          </div>
          <div>
            <dt>Started</dt>
            <dd>{data.started}</dd>
          </div>
          {data.started >= minStudents && (
            <div>
              <dt>Finished</dt>
              <dd>{data.finished}</dd>
            </div>
          )}
        </dl>
      )}
      {data && data.started < minStudents && (
        <p>
          To protect students’ privacy, you’ll see how many opened and finished each lesson once {minStudents}{" "}
          have started.
        </p>
      )}
      {data && data.started >= minStudents && (
        <Table
          caption="Lessons, with how many students opened and finished them"
          columns={[
            { title: "Lesson", kind: "title", cell: ({ _id }) => titles.get(_id) ?? "A removed lesson" },
            { title: "Opened", kind: "number", cell: ({ opened }) => opened },
            { title: "Done", kind: "number", cell: ({ done }) => done },
          ]}
          rows={data.lessons}
        />
      )}
    </section>
  );
}
