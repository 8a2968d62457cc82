import { type ReactNode, Suspense } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { lazyWhenNear } from "../../ui/when-near.ts";
import { apiContext, siteContext } from "../../pages/contexts.ts";
import { describePage } from "../../pages/page-meta.ts";
import { InstructorGrid } from "../../features/school/instructors/pages/instructor-grid.tsx";
import { cardFacts } from "../../features/school/classes/pages/card-facts.ts";
import { ClassGrid } from "../../features/school/selections/pages/class-grid.tsx";
import type { Route } from "./+types/home-page";
import { Hero } from "./hero.tsx";
import "./teach-promo.css";
// Lazy parts are server-rendered, so their styles load before their scripts.
import "../../ui/field.css";
import "./drawing-marquee.css";
import "./faq.css";
import "../../features/office/newsletter/pages/newsletter-panel.css";
import "./slide-carousel.css";
import "./testimonials.css";

const SlideCarousel = lazyWhenNear(".slide-carousel", () => import("./slide-carousel.tsx"));
const Testimonials = lazyWhenNear("#testimonials", () => import("./testimonials.tsx"));
const Faq = lazyWhenNear(".faq", () => import("./faq.tsx"));
const DrawingMarquee = lazyWhenNear(".drawing-marquee", () => import("./drawing-marquee.tsx"));
const NewsletterPanel = lazyWhenNear(
  "#newsletter",
  () => import("../../features/office/newsletter/pages/newsletter-panel.tsx"),
);

/** Section 9. */
const popular = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { support, remoteSlide, hasDemoSchool } = context.get(siteContext);
  const [classes, instructors] = await Promise.all([
    api("GET /approvedClasses", { query: { sort: "popular", limit: popular } }),
    api("GET /instructors/popular", { query: { limit: popular } }),
  ]);
  return {
    classes: classes.answer.map(cardFacts),
    instructors: instructors.answer,
    support,
    remoteSlide,
    hasDemoSchool,
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { origin } = matches[0].loaderData;
  return describePage(origin, {
    title: "Senga Gallery",
    description:
      "Anime and manga drawing classes taught by working manga and anime artists: from first line to finished page.",
    path: "/",
    things: [
      {
        "@type": "Organization",
        name: "Senga",
        url: `${origin}/`,
        logo: `${origin}/share/icon-512.png`,
        slogan: "Anime Drawing Course platform!",
        contactPoint: {
          "@type": "ContactPoint",
          contactType: "customer support",
          email: loaderData?.support.email,
          telephone: loaderData?.support.phone,
        },
      },
    ],
  });
};

export default function HomePage({ loaderData }: Route.ComponentProps): ReactNode {
  const { classes, instructors, remoteSlide, hasDemoSchool } = loaderData;
  return (
    <>
      <Hero />
      <Suspense>
        <SlideCarousel remoteSlide={remoteSlide} />
      </Suspense>
      <section className="wrap section" aria-labelledby="popular-classes">
        <SectionHeading
          id="popular-classes"
          aside={
            <ButtonLink to="/classes" look="quiet" size="small">
              All classes
            </ButtonLink>
          }
        >
          Popular Classes
        </SectionHeading>
        {classes.length > 0 ? (
          <ClassGrid items={classes} headingLevel="h3" />
        ) : (
          <EmptyPage action={<ButtonLink to="/newsletter">Get the newsletter</ButtonLink>}>
            No classes yet. We’ll email you when the first one opens.
          </EmptyPage>
        )}
      </section>
      <section className="wrap section" aria-labelledby="popular-instructors">
        <SectionHeading
          id="popular-instructors"
          centred
          aside={<p className="note">self-portraits, naturally</p>}
        >
          Popular Instructors
        </SectionHeading>
        {instructors.length > 0 ? (
          <InstructorGrid instructors={instructors} headingLevel="h3" />
        ) : (
          <EmptyPage action={<ButtonLink to="/teach">Become the first</ButtonLink>}>
            No instructors yet. Do you draw manga or anime?
          </EmptyPage>
        )}
      </section>
      <TeachPromo />
      {hasDemoSchool && (
        <Suspense>
          <Testimonials />
        </Suspense>
      )}
      <Suspense>
        <NewsletterPanel />
      </Suspense>
      <Suspense>
        <Faq />
      </Suspense>
      <Suspense>
        <DrawingMarquee />
      </Suspense>
    </>
  );
}

function TeachPromo(): ReactNode {
  return (
    <section className="teach-promo" aria-labelledby="teach-promo">
      <div className="wrap">
        <div className="teach-promo-copy">
          <h2 id="teach-promo">Teach the thing you draw best.</h2>
          <p>
            Set your price and seats, upload a cover and send your class for review. You’ll get written
            feedback, like notes from a good editor.
          </p>
          <ButtonLink to="/teach">Start Teaching Today</ButtonLink>
        </div>
      </div>
      <div className="teach-promo-panel">
        <div className="teach-promo-drawing" />
      </div>
    </section>
  );
}
