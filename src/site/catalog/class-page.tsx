import { Link } from "../../ui/link.tsx";
import { Cover, Picture } from "../../ui/cover.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { DrawnIcon, Icon } from "../../ui/icons.tsx";
import { Price } from "../../ui/price.tsx";
import { systemClock } from "../../platform/clock.ts";
import type { Row } from "../../access/api-query.ts";
import { type PublicApi, apiContext, siteContext } from "../../pages/contexts.ts";
import { breadcrumbs, describePage } from "../../pages/page-meta.ts";
import { cardFacts } from "../../features/school/classes/pages/card-facts.ts";
import type { CardFacts } from "../../features/school/classes/pages/class-card.tsx";
import { ClassOutline } from "../../features/classroom/lessons/pages/class-outline.tsx";
import { outlineFacts } from "../../features/classroom/lessons/pages/outline-facts.ts";
import { ClassGrid } from "../../features/school/selections/pages/class-grid.tsx";
import type { Route } from "./+types/class-page";
import { Photo } from "../../ui/photo.tsx";
import { courseOf, offerOf } from "./class-offer.ts";
import { SelectButton, SelectingFrame } from "../../features/school/selections/pages/select-button.tsx";
import { useSelecting } from "../../features/school/selections/pages/use-selecting.ts";
import { StudentProgress } from "./student-progress.tsx";
import "./class-page.css";

type Shown = Row<"GET /approvedClasses">;

const others = 3;

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { answer: shown } = await api("GET /class/{id}", { params: { id } });
  const [{ answer: outline }, { answer: practice }, more, instructor] = await Promise.all([
    api("GET /class/{id}/outline", { params: { id } }),
    api("GET /class/{id}/practice", { params: { id } }),
    listOthers(api, shown),
    introduce(api, shown.instructorId),
  ]);
  const now = systemClock.now().toISOString();
  return {
    shown,
    outline: outlineFacts(outline, { classId: id, now, hasPreviewLinks: shown.status === "approved" }),
    course: courseOf(context.get(siteContext).origin, shown, outline),
    offer: offerOf(shown, outline, practice.critiqueDays, now),
    progress: practice.progress,
    instructor,
    more: more.map(cardFacts),
    isTheirs: more.every(({ instructorId }) => instructorId === shown.instructorId),
  };
}

/** The instructor's most popular ones; if these are too few, also those of the same level. */
async function listOthers(api: PublicApi, { _id, instructorId, level }: Shown): Promise<Shown[]> {
  const list = async (query: { instructor: string } | { level: Shown["level"] }) => {
    const { answer } = await api("GET /approvedClasses", {
      query: { limit: 2 * others, sort: "popular", ...query },
    });
    return answer.filter((each) => each._id !== _id);
  };
  const theirs = await list({ instructor: instructorId });
  if (theirs.length >= others) return theirs.slice(0, others);
  const alike = (await list({ level })).filter((each) => each.instructorId !== instructorId);
  return [...theirs, ...alike].slice(0, others);
}

/** Undefined if the instructor no longer has a public page. */
async function introduce(api: PublicApi, id: string) {
  try {
    const { answer } = await api("GET /instructors/{id}/introduction", { params: { id } });
    return answer;
  } catch (error) {
    if (error instanceof Response && error.status === 404) return undefined;
    throw error;
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { origin } = matches[0].loaderData;
  if (!loaderData) return [];
  const { shown, course } = loaderData;
  const path = `/classes/${shown._id}`;
  return describePage(origin, {
    title: `${shown.className} · Senga`,
    description: course.description,
    path,
    picture: `/share/class/${shown._id}.png`,
    things: [course, breadcrumbs(origin, ["Classes", "/classes"], [shown.className, path])],
  });
};

export default function ClassPage({ loaderData }: Route.ComponentProps) {
  return <ClassView {...loaderData} />;
}

export function ClassView({
  shown,
  outline,
  offer,
  progress,
  instructor,
  more,
  isTheirs,
}: Omit<Route.ComponentProps["loaderData"], "course">) {
  const { className, instructorName, description, whatYouWillLearn, tools } = shown;
  return (
    <div className="wrap page-section">
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to="/classes">Classes</Link> / {className}
      </nav>
      <article className="class-page">
        <div className="spread">
          <div className="spread-title panel">
            <h1 tabIndex={-1}>{className}</h1>
            <p className="lede">with {instructorName}</p>
            <ul role="list" className="cluster chips" aria-label="Level and topics">
              {[`level=${shown.level}`, ...shown.topics.map((topic) => `topic=${topic}`)].map((filter) => (
                <li key={filter}>
                  <Link to={`/classes?${filter}`}>{filter.split("=")[1]}</Link>
                </li>
              ))}
            </ul>
          </div>
          <Cover
            src={shown.image}
            picture={shown.picture}
            title={className}
            sizes="(width <= 63.75em) 100vw, 850px"
            eager
          />
          <Offer shown={shown} offer={offer} hasMore={more.length > 0} />
        </div>
        {progress && <StudentProgress progress={progress} instructorName={instructorName} />}
        <div className="class-page-text">
          <section aria-labelledby="about">
            <SectionHeading id="about">About this class</SectionHeading>
            <p dir="auto">{description || "No description yet."}</p>
          </section>
          <div className="class-page-notes">
            {whatYouWillLearn.length > 0 && (
              <section aria-labelledby="outcomes">
                <h2 id="outcomes">What you’ll learn</h2>
                <ul role="list" className="ticks">
                  {whatYouWillLearn.map((outcome) => (
                    <li key={outcome}>
                      <Icon name="check" />
                      {outcome}
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {tools && (
              <section aria-labelledby="tools">
                <h2 id="tools">What you need</h2>
                <p>{tools}</p>
              </section>
            )}
          </div>
        </div>
        <section aria-labelledby="inside">
          <SectionHeading id="inside">What’s inside</SectionHeading>
          <ClassOutline outline={outline} instructorName={instructorName} lessonStatus={shown.lessonStatus} />
        </section>
        <section aria-labelledby="instructor">
          <SectionHeading id="instructor">Your instructor</SectionHeading>
          <div className="class-instructor panel">
            {instructor && <Photo src={instructor.image} name={instructorName} size={200} />}
            <div>
              <h3>
                {instructor ? (
                  <Link to={`/instructors/${instructor._id}`}>{instructorName}</Link>
                ) : (
                  instructorName
                )}
              </h3>
              {instructor?.headline && <p>{instructor.headline}</p>}
              <a href={`mailto:${shown.instructorEmail}`}>Ask a question by email</a>
            </div>
            {instructor && instructor.portfolio.length > 0 && (
              <ul role="list" aria-label={`Drawn by ${instructorName}`}>
                {instructor.portfolio.map(({ image, picture, description: alt }) => (
                  <li key={image} className="crop">
                    <Picture src={image} picture={picture} title={alt} alt={alt} sizes="220px" />
                  </li>
                ))}
              </ul>
            )}
          </div>
        </section>
      </article>
      {more.length > 0 && (
        <section className="class-page-more" aria-labelledby="more">
          <SectionHeading id="more">
            {isTheirs ? `More by ${instructorName}` : "Classes like this"}
          </SectionHeading>
          <ClassGrid items={more} headingLevel="h3" explains={false} />
        </section>
      )}
    </div>
  );
}

function Offer({
  shown,
  offer: { seats, start, note, included, full, refundableFrom },
  hasMore,
}: Pick<Route.ComponentProps["loaderData"], "shown" | "offer"> & { readonly hasMore: boolean }) {
  const { availableSeats, price } = shown;
  return (
    <aside className="spread-offer panel" aria-label="Join this class">
      <Price amount={price} />
      <ul role="list">
        <li className={availableSeats < 5 ? "is-low" : undefined}>
          <Icon name="chair" />
          {seats}
        </li>
        {start && (
          <li>
            <Icon name="clock" />
            {start}
          </li>
        )}
      </ul>
      {note && (
        <p className="lesson-note">
          <Icon name="clock" />
          <span>{note}</span>
        </p>
      )}
      <SelectOne item={shown} />
      {included.length > 0 && (
        <ul role="list" className="spread-included" aria-label="Included">
          {included.map(({ drawing, text }) => (
            <li key={text}>
              <DrawnIcon drawing={drawing} />
              {text}
            </li>
          ))}
        </ul>
      )}
      {full ? (
        <p className="fine">
          {full} {hasMore && <a href="#more">See other classes</a>}
        </p>
      ) : (
        <p className="fine spread-fine">
          You’ll get access as soon as you’ve paid. Refundable within 7 days of {refundableFrom} if you’ve
          opened less than 20% of the class. <Link to="/refund-policy">Refund Policy</Link>
        </p>
      )}
    </aside>
  );
}

function SelectOne({ item }: { readonly item: Pick<CardFacts, "_id" | "className" | "availableSeats"> }) {
  const selecting = useSelecting([item._id]);
  return (
    <SelectingFrame selecting={selecting}>
      <SelectButton item={item} selecting={selecting} />
    </SelectingFrame>
  );
}
