import type { ReactNode } from "react";
import { Link } from "react-router";
import { Cover } from "../../ui/cover.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Price } from "../../ui/price.tsx";
import { systemClock } from "../../platform/clock.ts";
import { type PublicApi, apiContext } from "../../pages/contexts.ts";
import { breadcrumbs, describePage } from "../../pages/page-meta.ts";
import { cardFacts } from "../../features/school/classes/pages/card-facts.ts";
import { type CardFacts, seatsInWords } from "../../features/school/classes/pages/class-card.tsx";
import { ClassOutline } from "../../features/classroom/lessons/pages/class-outline.tsx";
import { ClassGrid } from "../../features/school/selections/pages/class-grid.tsx";
import type { Route } from "./+types/class-page";
import { Photo } from "../../ui/photo.tsx";
import { offerOf } from "./class-offer.ts";
import { courseOf, firstSentences } from "./course-data.ts";
import { SelectButton } from "../../features/school/selections/pages/select-button.tsx";
import { SelectingFrame } from "../../features/school/selections/pages/selecting-frame.tsx";
import { useSelecting } from "../../features/school/selections/pages/use-selecting.ts";
import "../../features/school/classes/pages/lesson-note.css";
import "./class-page.css";

const others = 3;

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { answer: shown } = await api("GET /class/{id}", { params: { id } });
  const popular = { limit: 2 * others, sort: "popular" } as const;
  const [{ answer: outline }, { answer: theirs }, { answer: alike }, instructor] = await Promise.all([
    api("GET /class/{id}/outline", { params: { id } }),
    api("GET /approvedClasses", { query: { ...popular, instructor: shown.instructorId } }),
    api("GET /approvedClasses", { query: { ...popular, level: shown.level } }),
    findInstructor(api, shown.instructorId),
  ]);
  const more = [...new Map([...theirs, ...alike].map((each) => [each._id, each])).values()]
    .filter(({ _id }) => _id !== shown._id)
    .slice(0, others);
  const now = systemClock.now().toISOString();
  return {
    shown,
    outline,
    offer: offerOf(shown, outline, now),
    now,
    instructor,
    more: more.map(cardFacts),
    isTheirs: more.every(({ instructorId }) => instructorId === shown.instructorId),
  };
}

/** Undefined when the instructor no longer has a public page. */
async function findInstructor(api: PublicApi, id: string) {
  try {
    const { _id, image } = (await api("GET /instructors/{id}", { params: { id } })).answer;
    return { _id, image };
  } catch (error) {
    if (error instanceof Response && error.status === 404) return undefined;
    throw error;
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { origin } = matches[0].loaderData;
  if (!loaderData) return [];
  const { shown, outline } = loaderData;
  const path = `/classes/${shown._id}`;
  return describePage(origin, {
    title: `${shown.className} · Senga`,
    description: firstSentences(shown) ?? `A ${shown.level} drawing class with ${shown.instructorName}.`,
    path,
    picture: `/share/class/${shown._id}.png`,
    things: [
      courseOf(origin, shown, outline),
      breadcrumbs(origin, ["Classes", "/classes"], [shown.className, path]),
    ],
  });
};

export default function ClassPage({ loaderData }: Route.ComponentProps): ReactNode {
  return <ClassView {...loaderData} />;
}

export function ClassView({
  shown,
  outline,
  offer,
  now,
  instructor,
  more,
  isTheirs,
}: Route.ComponentProps["loaderData"]): ReactNode {
  const { className, instructorName, level, topics, description, whatYouWillLearn, tools } = shown;
  const { availableSeats } = shown;
  return (
    <div className="wrap page-section">
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to="/classes">Classes</Link> / {className}
      </nav>
      <article className="class-page">
        <div className="class-page-head">
          <h1 tabIndex={-1}>{className}</h1>
          <p className="lede">with {instructorName}</p>
          {topics.length > 0 && (
            <ul role="list" className="class-page-topics" aria-label="Topics">
              {topics.map((topic) => (
                <li key={topic}>
                  <Link to={`/classes?topic=${topic}`}>{topic}</Link>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="class-page-cover">
          <Cover
            src={shown.image}
            picture={shown.picture}
            title={className}
            sizes="(width <= 1020px) 100vw, 760px"
            eager
          />
        </div>
        <div className="class-page-side">
          <aside className="class-page-buy panel" aria-label="Join this class">
            <Price amount={shown.price} />
            <ul role="list">
              <li>
                <Icon name="book" />
                {capitalised(level)} level
              </li>
              <li className={availableSeats < 5 ? "is-low" : undefined}>
                <Icon name="chair" />
                {seatsInWords(availableSeats)}
              </li>
              {offer.start && (
                <li>
                  <Icon name="clock" />
                  {offer.start}
                </li>
              )}
            </ul>
            {offer.note && (
              <p className="lesson-note">
                <Icon name="clock" />
                <span>{offer.note}</span>
              </p>
            )}
            <SelectOne item={shown} />
            {availableSeats > 0 && (
              <p className="class-page-fine">
                The seat is yours as soon as your payment goes through. Refundable within 7 days of{" "}
                {offer.refundableFrom} if you've opened less than 20% of the class.{" "}
                <Link to="/refund-policy">Refund Policy</Link>
              </p>
            )}
          </aside>
          <section className="class-page-instructor panel" aria-labelledby="instructor">
            <h2 id="instructor">Your instructor</h2>
            <div>
              {instructor && <Photo src={instructor.image} name={instructorName} size={72} />}
              <p>
                {instructor ? (
                  <Link to={`/instructors/${instructor._id}`}>{instructorName}</Link>
                ) : (
                  <strong>{instructorName}</strong>
                )}
                <br />
                <a href={`mailto:${shown.instructorEmail}`}>Ask a question by email</a>
              </p>
            </div>
          </section>
        </div>
        <div className="class-page-text">
          {whatYouWillLearn.length > 0 && (
            <section aria-labelledby="outcomes">
              <h2 id="outcomes">What you will learn</h2>
              <ul role="list" className="outcomes">
                {whatYouWillLearn.map((outcome) => (
                  <li key={outcome}>
                    <Icon name="check" />
                    {outcome}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="about">
            <h2 id="about">About this class</h2>
            <p>{description || "No description yet."}</p>
          </section>
          {tools && (
            <section aria-labelledby="tools">
              <h2 id="tools">What you need</h2>
              <p>{tools}</p>
            </section>
          )}
          <section aria-labelledby="inside">
            <h2 id="inside">What's inside</h2>
            <ClassOutline
              classId={shown._id}
              instructorName={instructorName}
              outline={outline}
              now={now}
              hasPreviewLinks={shown.status === "approved"}
            />
          </section>
        </div>
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

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function SelectOne({
  item,
}: {
  readonly item: Pick<CardFacts, "_id" | "className" | "availableSeats">;
}): ReactNode {
  const selecting = useSelecting([item._id]);
  return (
    <SelectingFrame selecting={selecting}>
      <SelectButton item={item} selecting={selecting} />
    </SelectingFrame>
  );
}
