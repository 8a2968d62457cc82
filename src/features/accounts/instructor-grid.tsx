import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { CallAnswer } from "../../platform/http/contract.ts";
import type { accounts } from "./contract.ts";
import "./instructor-grid.css";

export type Instructor = CallAnswer<(typeof accounts)["GET /instructors"]>[number];

interface InstructorGridProps {
  readonly instructors: readonly Instructor[];
  readonly headingLevel: "h2" | "h3";
  /** Whether the grid is at the top of its page: its first portrait is then not waited for. */
  readonly isOnTop?: boolean;
}

/** Instructors as they draw themselves: portrait, name and e-mail, in one, two or three columns. */
export function InstructorGrid({
  instructors,
  headingLevel: Heading,
  isOnTop = false,
}: InstructorGridProps): ReactNode {
  return (
    <ul className="instructor-grid">
      {instructors.map(({ _id, name, email, image }, index) => (
        <li key={_id} className="instructor-card panel casts-tone">
          <Portrait src={image} name={name} eager={isOnTop && index === 0} />
          <div>
            <Heading className="card-title">
              <Link to={`/instructors/${_id}`}>{name}</Link>
            </Heading>
            <a href={`mailto:${email}`}>{email}</a>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface PortraitProps {
  readonly src: string;
  readonly name: string;
  readonly eager?: boolean;
}

/** A person's picture, or their initial when it does not come. */
export function Portrait({ src, name, eager = false }: PortraitProps): ReactNode {
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
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}
