import type { ReactNode } from "react";
import type { CallAnswer } from "../../http/contract.ts";
import { SectionHeading } from "../../ui/heading.tsx";
import type { galleryContract } from "../../features/studio/gallery/contract.ts";
import "./student-progress.css";

type Progress = NonNullable<CallAnswer<(typeof galleryContract)["GET /class/{id}/practice"]>["progress"]>;

interface StudentProgressProps {
  readonly progress: Progress;
  readonly instructorName: string;
}

const maxNotes = 3;

export function StudentProgress({
  progress: { lessonTitle, before, after, pins },
  instructorName,
}: StudentProgressProps) {
  const notes = pins.slice(0, maxNotes);
  return (
    <section aria-labelledby="drawn">
      <SectionHeading id="drawn">What you’ll draw</SectionHeading>
      <div className="progress-sheets">
        <figure>
          <Sheet sheet={before} alt={`A student’s first drawing for “${lessonTitle}”`}>
            {notes.map(({ x, y, text }, index) => (
              <g key={text} transform={`translate(${x * before.width} ${y * before.height})`}>
                <circle r={before.height * 0.036} />
                <text fontSize={before.height * 0.045} dy="0.36em">
                  {index + 1}
                </text>
              </g>
            ))}
          </Sheet>
          <figcaption className="note">the first try</figcaption>
        </figure>
        {notes.length > 0 && (
          <ol aria-label={`${instructorName}’s notes`}>
            {notes.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
        )}
        <figure>
          <Sheet sheet={after} alt="The same student’s drawing after the critique">
            {null}
          </Sheet>
          <span className="stamp">ACCEPTED</span>
          <figcaption className="note">after the critique</figcaption>
        </figure>
        <p>“{lessonTitle}”, by a student of this class who agreed to show it.</p>
      </div>
    </section>
  );
}

function Sheet({
  sheet: { _id, width, height, widths },
  alt,
  children,
}: {
  readonly sheet: Progress["before"];
  readonly alt: string;
  readonly children: ReactNode;
}) {
  const sources = (type: string): string =>
    widths.map((each) => `/media/submissions/${_id}/${each}.${type} ${each}w`).join(", ");
  return (
    <div className="progress-sheet">
      <picture>
        <source type="image/avif" srcSet={sources("avif")} sizes="(width <= 40em) 92vw, 600px" />
        <img
          src={`/media/submissions/${_id}/${widths.at(-1)}.webp`}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
        />
      </picture>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {children}
      </svg>
    </div>
  );
}
