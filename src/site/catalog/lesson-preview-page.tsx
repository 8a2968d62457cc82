import type { ReactNode } from "react";
import { data, useRevalidator } from "react-router";
import { Link } from "../../ui/link.tsx";
import { LessonIcon, LessonText } from "../../features/classroom/lessons/pages/lesson-parts.tsx";
import { lengthOf } from "../../features/classroom/lessons/lesson-words.ts";
import { MaterialList } from "../../features/classroom/lessons/pages/material-list.tsx";
import { WatchFrame } from "../../features/classroom/playback/pages/watch-frame.tsx";
import { apiContext } from "../../pages/contexts.ts";
import { breadcrumbs, describePage } from "../../pages/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { Route } from "./+types/lesson-preview-page";
import "./lesson-preview-page.css";

export async function loader({ context, params: { id, lessonId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [{ answer: shown }, { answer: outline }] = await Promise.all([
    api("GET /class/{id}", { params: { id } }),
    api("GET /class/{id}/outline", { params: { id } }),
  ]);
  const inClass = { classId: shown._id, className: shown.className };
  const lessons = outline.sections.flatMap(({ title, lessons: inside }) =>
    inside.map((lesson) => ({ ...lesson, sectionTitle: title })),
  );
  const listed = lessons.find(({ _id }) => _id === lessonId);
  if (!listed) throw new Response(null, { status: 404 });
  const previews = lessons.filter(({ isPreview }) => isPreview);
  const at = previews.indexOf(listed);
  if (at < 0) {
    return data(
      { ...inClass, listed, lesson: null, previous: undefined, next: previews[0] },
      { status: 403 },
    );
  }
  const { answer: lesson } = await api("GET /class/{classId}/lesson/{id}", {
    params: { classId: id, id: lessonId },
  });
  return data({ ...inClass, listed, lesson, previous: previews[at - 1], next: previews[at + 1] });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { origin } = matches[0].loaderData;
  if (!loaderData) return [];
  const { classId, className, listed, lesson } = loaderData;
  const classPath = `/classes/${classId}`;
  const path = `${classPath}/lessons/${listed._id}`;
  return describePage(origin, {
    title: `${listed.title} · ${className} · Senga`,
    description: lesson
      ? `A free lesson of the drawing class ${className}, with ${lesson.instructorName}.`
      : `A lesson of the drawing class ${className}.`,
    path,
    picture: `/share/class/${classId}.png`,
    things: [breadcrumbs(origin, ["Classes", "/classes"], [className, classPath], [listed.title, path])],
  });
};

export default function LessonPreviewPage({ loaderData }: Route.ComponentProps) {
  const { classId, className, listed, lesson, previous, next } = loaderData;
  const revalidator = useRevalidator();
  const classPath = `/classes/${classId}`;
  const length = lengthOf(listed);
  return (
    <div className="wrap page-section lesson-preview">
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to="/classes">Classes</Link> / <Link to={classPath}>{className}</Link> / {listed.title}
      </nav>
      <p className="row quiet">
        <LessonIcon kind={listed.kind} />
        {listed.sectionTitle}
        {length && `, ${length}`}
      </p>
      <h1 tabIndex={-1}>{listed.title}</h1>
      {lesson ? (
        <article className="lesson-preview-body">
          {lesson.video && (
            <WatchFrame
              key={lesson._id}
              place={{ classId, lessonId: lesson._id, videoId: lesson.video._id }}
              video={lesson.video}
              title={lesson.title}
              label="Watch the preview"
              onRefresh={() => void revalidator.revalidate()}
            />
          )}
          <LessonText html={lesson.html} />
          <MaterialList classId={classId} lessonId={lesson._id} materials={lesson.materials} />
          <Join classPath={classPath}>
            This is a free preview of <strong>{className}</strong>. Join the class for the rest.
          </Join>
        </article>
      ) : (
        <Join classPath={classPath}>
          This lesson is for students in <strong>{className}</strong>. Join the class to open it. If you have
          a seat, you’ll find it under <Link to="/dashboard/enrolled-classes">Enrolled Classes</Link>.
        </Join>
      )}
      {(previous ?? next) && (
        <nav className="cluster lesson-preview-links" aria-label="Free previews">
          {previous && (
            <Link to={`${classPath}/lessons/${previous._id}`} rel="prev">
              <Icon name="chevronLeft" />
              <span>
                <span className="subline">Previous preview</span>
                {previous.title}
              </span>
            </Link>
          )}
          {next && (
            <Link to={`${classPath}/lessons/${next._id}`} rel="next" className="is-next">
              <span>
                <span className="subline">{lesson ? "Next preview" : "Free preview"}</span>
                {next.title}
              </span>
              <Icon name="chevronRight" />
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}

function Join({ classPath, children }: { readonly classPath: string; readonly children: ReactNode }) {
  return (
    <aside className="bar lesson-preview-join panel" aria-label="Join this class">
      <p>{children}</p>
      <ButtonLink to={classPath}>See the class</ButtonLink>
    </aside>
  );
}
