import { type ReactNode, useState } from "react";
import type { CallAnswer } from "../../platform/http/contract.ts";
import type { accounts } from "./contract.ts";
import "./instructor-grid.css";

export type Instructor = CallAnswer<(typeof accounts)["GET /instructors"]>[number];

interface InstructorGridProps {
  readonly instructors: readonly Instructor[];
  readonly headingLevel: "h2" | "h3";
}

/** Instructors as they draw themselves: portrait, name and e-mail, in one, two or three columns. */
export function InstructorGrid({ instructors, headingLevel: Heading }: InstructorGridProps): ReactNode {
  return (
    <ul className="instructor-grid">
      {instructors.map(({ _id, name, email, image }) => (
        <li key={_id} className="instructor-card panel casts-tone">
          <Portrait src={image} name={name} />
          <div>
            <Heading className="card-title">{name}</Heading>
            <a href={`mailto:${email}`}>{email}</a>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Portrait({ src, name }: { readonly src: string; readonly name: string }): ReactNode {
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <span className="instructor-portrait" aria-hidden="true">
        {name.slice(0, 1)}
      </span>
    );
  }
  return (
    <img
      className="instructor-portrait"
      src={src}
      alt=""
      width="132"
      height="132"
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}
