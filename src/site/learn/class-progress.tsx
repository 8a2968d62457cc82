import { ButtonLink } from "../../ui/button.tsx";
import { opensForReader } from "../../features/classroom/lessons/pages/opening-words.ts";
import type { Standing } from "./learning-queries.ts";
import "./class-progress.css";

export const hasFinished = ({ done, required }: Standing): boolean => required > 0 && done === required;

export function ClassProgress({ standing }: { readonly standing: Standing }) {
  const { done, required, percent, resume, opensNext } = standing;
  if (required === 0) return null;
  return (
    <div className="class-progress">
      <p>
        <strong>
          {done} of {required} {required === 1 ? "lesson" : "lessons"}
        </strong>
        {hasFinished(standing) && ", all done"}
      </p>
      <div className="class-progress-bar" aria-hidden="true">
        <span style={{ inlineSize: `${percent}%` }} />
      </div>
      {resume && <p className="quiet is-small">Next: {resume.title}</p>}
      {opensNext && (
        <p className="quiet is-small">
          {opensNext.title}: {opensForReader(opensNext.opens)}
        </p>
      )}
    </div>
  );
}

interface ContinueLinkProps {
  readonly classId: string;
  readonly className: string;
  readonly standing: Standing | undefined;
  readonly size?: "small" | "medium";
}

/** Link state that starts the lesson's video. */
export const playing = { isPlaying: true } as const;

export function continuePath(classId: string, standing: Standing | undefined): string {
  const classPath = `/dashboard/enrolled-classes/${classId}`;
  return standing?.resume ? `${classPath}/lessons/${standing.resume.lessonId}` : classPath;
}

export function ContinueLink(props: ContinueLinkProps) {
  const { classId, className, standing, size = "small" } = props;
  return (
    <ButtonLink size={size} to={continuePath(classId, standing)}>
      Continue
      <span className="visually-hidden"> {className}</span>
    </ButtonLink>
  );
}
