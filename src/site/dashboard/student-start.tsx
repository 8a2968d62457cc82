import { NewestCritique, type StudentOverview } from "./newest-critique.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { apiQuery } from "../../access/api-query.ts";
import { useMember } from "../../access/use-guard.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Cover } from "../../ui/cover.tsx";
import { formatDay } from "../../ui/day.ts";
import { formatPrice } from "../../ui/price.tsx";
import { QueryStatus } from "../../ui/query-status.tsx";
import { systemClock } from "../../platform/clock.ts";
import { kindNames, lengthOf } from "../../features/classroom/lessons/lesson-words.ts";
import { opensForReader } from "../../features/classroom/lessons/pages/opening-words.ts";
import { ClassProgress, ContinueLink } from "../learn/class-progress.tsx";
import { maxPanels, BlankPage, type LessonPanel, MangaPage } from "./manga-page.tsx";
import "./student-start.css";

type EnrolledClass = StudentOverview["classes"][number];
type Lesson = StudentOverview["lessons"][number];

export default function StudentStart() {
  const { email } = useMember().user;
  const { data, error, refetch } = useQuery({
    ...apiQuery("GET /student/overview/{email}", { params: { email } }),
    refetchInterval: 60_000,
  });
  if (!data)
    return (
      <QueryStatus query={{ error, refetch }} what="your desk" loading="Laying out your desk" shape="sheet" />
    );
  const [current, ...others] = data.classes;
  const { critique, comingUp } = data;
  return (
    <>
      {current ? (
        <CurrentClass current={current} lessons={data.lessons} />
      ) : (
        <NothingYet selectedCount={data.selectedCount} />
      )}
      {(critique || comingUp.length > 0) && (
        <div className="start-columns">
          {critique && <NewestCritique critique={critique} />}
          {comingUp.length > 0 && <ComingUp items={comingUp} />}
        </div>
      )}
      <div className="start-lists">
        {others.length > 0 && <OtherClasses classes={others} />}
        {data.selected.length > 0 && <Selected selected={data.selected} count={data.selectedCount} />}
      </div>
    </>
  );
}

function NothingYet({ selectedCount }: { readonly selectedCount: number }) {
  return (
    <section className="start-blank" aria-labelledby="nothing-yet">
      <BlankPage count={8} />
      <div className="panel">
        <h2 id="nothing-yet">Your first page is blank</h2>
        <p>
          Take a class, and every lesson draws one panel here: pencil when it opens, ink when you’ve done it,
          tone when your instructor accepts your drawing.
        </p>
        <ButtonLink to={selectedCount > 0 ? "/dashboard/selected-classes" : "/classes"}>
          {selectedCount > 0 ? "Go to your selected classes" : "Browse classes"}
        </ButtonLink>
      </div>
    </section>
  );
}

interface CurrentClassProps {
  readonly current: EnrolledClass;
  readonly lessons: readonly Lesson[];
}

const withoutLesson = {
  upcoming: "Lessons aren’t out yet",
  published: "You’ve done every lesson",
  retired: "No lessons right now",
} as const;

function CurrentClass({ current, lessons }: CurrentClassProps) {
  const { classId, className, instructorName, lessonStatus, done, required, resume, opensNext } = current;
  const classPath = `/dashboard/enrolled-classes/${classId}`;
  const isFinished = required > 0 && done === required;
  const at = lessons.findIndex(({ _id }) => _id === resume?.lessonId);
  const first = Math.floor(Math.max(at, 0) / maxPanels) * maxPanels;
  const shown = lessons.slice(first, first + maxPanels);
  const next = lessons[at];
  return (
    <section className="start-current" aria-labelledby="current">
      <div className="stack is-start start-now panel">
        <p>
          <Link to={classPath}>{className}</Link> with {instructorName}
        </p>
        <h2 id="current">
          {isFinished
            ? "You finished every lesson"
            : (resume?.title ?? opensNext?.title ?? withoutLesson[lessonStatus])}
        </h2>
        <p className="quiet is-small">
          {next
            ? [kindNames[next.kind], lengthOf(next), drawingNote(next, instructorName)]
                .filter(Boolean)
                .join(" · ")
            : opensNext
              ? opensForReader(opensNext.opens)
              : !isFinished && lessonStatus === "upcoming" && "We’ll email you when the first one is."}
        </p>
        {isFinished ? (
          <ButtonLink to={classPath}>See the class</ButtonLink>
        ) : (
          <ContinueLink size="medium" classId={classId} className={className} standing={current} />
        )}
        {required > 0 && (
          <p>
            <strong>
              {done} of {required} {required === 1 ? "lesson" : "lessons"}
            </strong>{" "}
            done
            {lessons.length > maxPanels &&
              `, page ${first / maxPanels + 1} of ${Math.ceil(lessons.length / maxPanels)}`}
          </p>
        )}
      </div>
      {shown.length > 0 && (
        <figure>
          <MangaPage
            label={`Lessons of ${className}`}
            image={current.classImage}
            picture={current.picture}
            panels={shown.map((lesson, index) => ({
              ...stageOf(lesson, instructorName),
              ...(isFinished && { stage: "tone" as const }),
              _id: lesson._id,
              number: first + index + 1,
              title: lesson.title,
              weight: weights[lesson.kind],
              path: lesson.isOpen ? `${classPath}/lessons/${lesson._id}` : undefined,
              isNext: lesson === next,
            }))}
          />
          <figcaption className="quiet is-small">
            Pencil: open. Ink: done. Tone:{" "}
            {isFinished ? "the class is finished" : "accepted by your instructor"}.
          </figcaption>
        </figure>
      )}
    </section>
  );
}

const weights = { video: 1.5, exercise: 1.25, text: 1 } as const;

function drawingNote({ drawing }: Lesson, instructorName: string): string | undefined {
  if (drawing === "again") return `${instructorName} asks for another try`;
  return drawing === "handed-in" ? `waiting for ${instructorName}` : undefined;
}

/** Ink: the student ticked the exercise; tone: the drawing is accepted. */
function stageOf(lesson: Lesson, instructorName: string): Pick<LessonPanel, "stage" | "mark" | "note"> {
  const { isOpen, isDone, drawing } = lesson;
  if (drawing === "accepted") return { stage: "tone", mark: "hanamaru", note: "accepted" };
  const note = drawingNote(lesson, instructorName);
  const mark = note === undefined ? undefined : drawing === "again" ? "alert" : "clock";
  if (isDone) return { stage: "ink", mark: mark ?? "check", note: note ? `done, ${note}` : "done" };
  if (!isOpen) return { stage: "blank", mark: undefined, note: "not open yet" };
  return { stage: "pencil", mark, note: note ?? "open" };
}

function ComingUp({ items }: { readonly items: StudentOverview["comingUp"] }) {
  return (
    <section className="panel start-coming" aria-labelledby="coming-up">
      <h2 id="coming-up">Coming up</h2>
      <ul role="list" className="ruled">
        {items.map(({ kind, at, title, classId, className, lessonId, instructorName }) => {
          const path = `/dashboard/enrolled-classes/${classId}${lessonId ? `/lessons/${lessonId}` : ""}`;
          const day = new Date(String(at));
          return (
            <li key={`${path} ${title}`}>
              <p>
                <Link to={path}>{kind === "critique" ? `Critique of “${title}”` : `Section “${title}”`}</Link>
              </p>
              <p className="quiet is-small">
                {kind === "section"
                  ? `${className}. ${opensForReader(at)}`
                  : day < systemClock.now()
                    ? `Promised by ${formatDay(day)}. We’re reminding ${instructorName}.`
                    : `From ${instructorName} by ${formatDay(day)}`}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function OtherClasses({ classes }: { readonly classes: readonly EnrolledClass[] }) {
  return (
    <section className="start-section" aria-labelledby="other-classes">
      <SectionHead id="other-classes" title="Your other classes" to="/dashboard/enrolled-classes">
        All enrolled classes
      </SectionHead>
      <ul role="list" className="stack is-close start-rows">
        {classes.map(({ className, classImage, picture, ...standing }) => (
          <li key={standing.classId} className="panel has-stretched-link">
            <Cover src={classImage} picture={picture} title={className} />
            <div>
              <h3 className="card-title">
                <Link to={`/dashboard/enrolled-classes/${standing.classId}`}>{className}</Link>
              </h3>
              <ClassProgress standing={standing} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SelectedProps {
  readonly selected: StudentOverview["selected"];
  readonly count: number;
}

function Selected({ selected, count }: SelectedProps) {
  return (
    <section className="start-section" aria-labelledby="selected">
      <SectionHead id="selected" title={`Selected (${count})`} to="/dashboard/selected-classes">
        All selected classes
      </SectionHead>
      <ul role="list" className="stack is-close start-rows">
        {selected.map(
          ({ _id, className, classImage, picture, instructorName, price, availableSeats, isOpen }) => (
            <li key={_id} className="panel">
              <Cover src={classImage} picture={picture} title={className} />
              <div>
                <h3 className="card-title">{className}</h3>
                <p className="quiet is-small">
                  with <bdi>{instructorName}</bdi>,{" "}
                  {!isOpen
                    ? "not open at the moment"
                    : availableSeats > 0
                      ? formatPrice(price)
                      : "no seats left"}
                </p>
              </div>
              {isOpen && availableSeats > 0 && (
                <ButtonLink size="small" look="quiet" to={`/dashboard/payment/${_id}`}>
                  Pay now<span className="visually-hidden"> for {className}</span>
                </ButtonLink>
              )}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

interface SectionHeadProps {
  readonly id: string;
  readonly title: string;
  readonly to: string;
  readonly children: string;
}

const SectionHead = ({ id, title, to, children }: SectionHeadProps) => (
  <div className="bar is-baseline below start-section-head">
    <h2 id={id}>{title}</h2>
    <Link to={to}>{children}</Link>
  </div>
);
