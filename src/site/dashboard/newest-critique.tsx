import { Link } from "react-router";
import type { Answer } from "../../access/api-query.ts";
import { formatDay } from "../../ui/day.ts";
import { Hanamaru } from "../../ui/dialog.tsx";
import { useMediaSession } from "../../features/classroom/playback/pages/media-session-query.ts";
import { DrawingPicture } from "../../features/studio/critique/pages/drawing-picture.tsx";

export type StudentOverview = Answer<"GET /student/overview/{email}">;

interface NewestCritiqueProps {
  readonly critique: NonNullable<StudentOverview["critique"]>;
}

export function NewestCritique({ critique }: NewestCritiqueProps) {
  const { classId, lessonId, lessonTitle, instructorName, verdict, text, at, picture } = critique;
  const media = useMediaSession(picture !== null);
  return (
    <section className="start-critique panel has-stretched-link" aria-labelledby="newest-critique">
      {picture && (
        <div className="start-critique-picture">
          {media.data && (
            <DrawingPicture picture={picture} alt="" sizes="190px">
              {verdict === "accepted" && <Hanamaru />}
            </DrawingPicture>
          )}
        </div>
      )}
      <div>
        <h2 id="newest-critique" className="card-title">
          <Link to={`/dashboard/enrolled-classes/${classId}/lessons/${lessonId}`}>
            {instructorName} on “{lessonTitle}”
          </Link>
        </h2>
        <blockquote>{excerpt(text)}</blockquote>
        <p className="quiet is-small">
          {verdict === "accepted" ? "Accepted" : "Another try, please"}, {formatDay(new Date(String(at)))}
        </p>
      </div>
    </section>
  );
}

const excerptLength = 200;

/** Whole sentences if they fit, otherwise whole words. */
function excerpt(text: string): string {
  if (text.length <= excerptLength) return text;
  const start = text.slice(0, excerptLength);
  const sentence = Math.max(...[". ", "! ", "? "].map((end) => start.lastIndexOf(end)));
  return sentence > excerptLength / 3
    ? start.slice(0, sentence + 1)
    : `${start.slice(0, start.lastIndexOf(" "))}…`;
}
