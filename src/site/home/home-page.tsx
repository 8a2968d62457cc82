import { type ComponentType, type LazyExoticComponent, Suspense } from "react";
import { preload } from "react-dom";
import heroDark from "../../../art/drawings/hero-dark.svg?url";
import heroLight from "../../../art/drawings/hero-light.svg?url";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { apiContext, siteContext } from "../../pages/contexts.ts";
import { describePage } from "../../pages/page-meta.ts";
import { InstructorGrid } from "../../features/school/instructors/pages/instructor-grid.tsx";
import { cardFacts } from "../../features/school/classes/pages/card-facts.ts";
import { ClassGrid } from "../../features/school/selections/pages/class-grid.tsx";
import { type Load, lazyExtra } from "../../ui/lazy-part.tsx";

// Lazy parts are server-rendered, so their styles load before their scripts.
import "../../ui/field.css";
import "../../features/office/newsletter/pages/newsletter-panel.css";
import { Icon } from "../../ui/icons.tsx";
import type { Route } from "./+types/home-page";
import "./drawing-marquee.css";
import "./faq.css";
import "./slide-carousel.css";
import "./testimonials.css";
import "./home-page.css";

const SlideCarousel = lazyWhenNear(".slide-carousel", () => import("./slide-carousel.tsx"));
const Testimonials = lazyWhenNear("#testimonials", () => import("./testimonials.tsx"));
const Faq = lazyWhenNear(".faq", () => import("./faq.tsx"));
const DrawingMarquee = lazyWhenNear(".drawing-marquee", () => import("./drawing-marquee.tsx"));
const NewsletterPanel = lazyWhenNear(
  "#newsletter",
  () => import("../../features/office/newsletter/pages/newsletter-panel.tsx"),
);

/** Specification, section 9. */
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

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { classes, instructors, remoteSlide, hasDemoSchool } = loaderData;
  return (
    <>
      <Hero />
      <Suspense>
        <SlideCarousel remoteSlide={remoteSlide} hasDemoSchool={hasDemoSchool} />
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
            No classes yet. Get the newsletter, and we’ll email you when the first one opens.
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

function TeachPromo() {
  return (
    <section className="teach-promo" aria-labelledby="teach-promo">
      <div className="wrap">
        <div className="teach-promo-copy">
          <h2 id="teach-promo">Teach the thing you draw best.</h2>
          <p>
            Set your price and seats, upload a cover and send your class for review. You’ll get written
            feedback, like notes from a good editor.
          </p>
          <ButtonLink to="/teach" look="paper">
            Start Teaching Today
          </ButtonLink>
        </div>
      </div>
      <div className="teach-promo-panel">
        <div className="teach-promo-drawing" />
      </div>
    </section>
  );
}

const promises = [
  "Beginner to advanced",
  "Taught by working artists",
  "One price per class",
  "Every device you own",
  "7-day refund policy",
];

/** A CSS background would wait for the styles. With a theme other than the system's, it still loads late. */
function preloadDrawing(): void {
  const options = { as: "image", fetchPriority: "high" } as const;
  preload(heroLight, { ...options, media: "(prefers-color-scheme: light)" });
  preload(heroDark, { ...options, media: "(prefers-color-scheme: dark)" });
}

/** Fixed line breaks: the fallback font would break elsewhere. */
function Hero() {
  preloadDrawing();
  return (
    <section className="hero has-ruler">
      <div className="wrap">
        <div className="hero-copy">
          <h1 tabIndex={-1}>
            <span>From </span>
            <span className="in-pencil">first line </span>
            <span>to finished </span>
            <span>page.</span>
          </h1>
          <p className="lede">
            Anime and manga drawing classes taught by working manga and anime artists. Pick a class, take your
            seat, and finish with pages of your own.
          </p>
          <div className="actions hero-actions">
            <ButtonLink to="/classes">Browse classes</ButtonLink>
            <ButtonLink to="/instructors" look="quiet">
              Meet the instructors
            </ButtonLink>
          </div>
        </div>
        <div className="hero-art">
          <div
            className="hero-drawing"
            role="img"
            aria-label="One portrait in three panels: pencil guide lines, clean ink line, finished page with screentone and color"
          />
          <span className="hero-stage is-first">1 pencil</span>
          <span className="hero-stage is-second">2 ink</span>
          <span className="hero-stage is-third">3 tone</span>
        </div>
        <ul role="list" className="hero-promises">
          {promises.map((promise) => (
            <li key={promise}>
              <Icon name="check" />
              {promise}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const margin = "400px";

/** Fetches the script when the server-rendered part nears the viewport, or the visitor acts. A failed load leaves the HTML in place. */
function lazyWhenNear<Props>(selector: string, load: Load<Props>): LazyExoticComponent<ComponentType<Props>> {
  return lazyExtra(async () => {
    await whenNear(selector);
    return load();
  });
}

function whenNear(selector: string): Promise<void> {
  const part = typeof document === "undefined" ? null : document.querySelector(selector);
  if (!part) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      observer.disconnect();
      resolve();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) finish();
      },
      { rootMargin: margin },
    );
    observer.observe(part);
    // A part that is not hydrated holds back navigation, and one whose page was left never nears.
    for (const use of ["click", "popstate"]) addEventListener(use, finish, { capture: true, once: true });
  });
}
