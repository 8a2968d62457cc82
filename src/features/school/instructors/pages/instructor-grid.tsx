import type { Row } from "../../../../access/api-query.ts";
import { Link } from "../../../../ui/link.tsx";
import { useImageFailure } from "../../../../ui/use-image-failure.ts";
import "./instructor-grid.css";

export type Instructor = Row<"GET /instructors">;

interface InstructorGridProps {
  readonly instructors: readonly Instructor[];
  readonly headingLevel: "h2" | "h3";
  readonly isOnTop?: boolean;
}

export function InstructorGrid({ instructors, headingLevel: Heading, isOnTop = false }: InstructorGridProps) {
  return (
    <ul role="list" className="card-grid">
      {instructors.map((instructor, index) => (
        <li key={instructor._id} className="instructor-card panel casts-tone has-stretched-link">
          <Portrait src={instructor.image} name={instructor.name} eager={isOnTop && index === 0} />
          <div>
            <Heading className="card-title">
              <Link to={`/instructors/${instructor._id}`}>{instructor.name}</Link>
            </Heading>
            <InstructorLine instructor={instructor} />
            <a href={`mailto:${instructor.email}`}>{instructor.email}</a>
          </div>
        </li>
      ))}
    </ul>
  );
}

function InstructorLine({ instructor }: { readonly instructor: Instructor }) {
  const { headline, classCount, teaches } = instructor;
  if (headline) return <p className="instructor-line">{headline}</p>;
  const [first] = teaches;
  if (first === undefined) return null;
  return (
    <p className="instructor-line">
      Teaches {first}
      {classCount > 1 && ` and ${classCount - 1} more`}
    </p>
  );
}

interface PortraitProps {
  readonly src: string;
  readonly name: string;
  readonly eager?: boolean;
}

export function Portrait({ src, name, eager = false }: PortraitProps) {
  const { hasFailed, image } = useImageFailure(src);
  if (hasFailed) {
    return (
      <span className="instructor-portrait" aria-hidden="true">
        {Array.from(name)[0]}
      </span>
    );
  }
  return (
    <img
      {...image}
      className="instructor-portrait"
      src={src}
      alt=""
      width="132"
      height="132"
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      referrerPolicy="no-referrer"
    />
  );
}
