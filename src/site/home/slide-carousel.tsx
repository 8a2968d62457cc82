import {
  type FocusEvent,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
} from "react";
import { Link } from "../../ui/link.tsx";
import { IconButton } from "../../ui/button.tsx";
import { catchesEarlyClick } from "../../ui/early-submit.ts";
import { Icon } from "../../ui/icons.tsx";
import { useImageFailure } from "../../ui/use-image-failure.ts";
import { PauseButton } from "./pause-button.tsx";
import "./slide-carousel.css";

interface Slide {
  readonly picture: string;
  readonly alt: string;
  readonly title: string;
  readonly note: string;
  readonly isCaptionedAtEnd?: boolean;
  readonly to: string;
}

/** A search, not an id: the demo school may not have the class any more. */
const searchFor = (title: string): string => `/classes?${new URLSearchParams({ q: title })}`;

const bundled: readonly Slide[] = [
  {
    picture: "/drawings/cover-clouds.svg",
    alt: "A towering summer cloud over a line of telephone poles",
    title: "Big Summer Skies",
    note: "clouds are spheres that forgot to stop",
    to: searchFor("Big Summer Skies"),
  },
  {
    picture: "/drawings/cover-street.svg",
    alt: "A shopping street that runs to one vanishing point",
    title: "Streets in One-Point Perspective",
    note: "lose the ruler halfway through",
    to: searchFor("Streets in One-Point Perspective"),
    isCaptionedAtEnd: true,
  },
  {
    picture: "/drawings/cover-eyes.svg",
    alt: "An eye in four stages, from guide lines to ink and tone",
    title: "Eyes That Speak",
    note: "a circle, a cross, a highlight",
    to: searchFor("Eyes That Speak"),
  },
  {
    picture: "/drawings/cover-sfx.svg",
    alt: "Hand-drawn letters on an impact burst",
    title: "Sound-Effect Lettering",
    note: "letters that are drawn, not typed",
    to: searchFor("Sound-Effect Lettering"),
  },
  {
    picture: "/drawings/cover-tools.svg",
    alt: "Ink bottle, dip pen, brush, ruler, screentone and eraser laid out",
    title: "Ink Tools from Zero",
    note: "a desk that costs less than lunch",
    to: searchFor("Ink Tools from Zero"),
  },
];

/** The classes are the demo school's. */
const withoutClass = (slide: Slide): Slide => ({ ...slide, title: slide.alt, alt: "", to: "/classes" });

const remote = (picture: string): Slide => ({
  picture,
  alt: "",
  title: "The next page is yours",
  note: "start with one line",
  to: "/classes",
});

const lessMotion = "(prefers-reduced-motion: reduce)";

function followMotion(changed: () => void): () => void {
  const query = matchMedia(lessMotion);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Pauses on hover and focus; off under reduced motion. Play overrides the hover and focus of its own click. */
function useRotation() {
  const [choice, setChoice] = useState<boolean>();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const prefersStill = useSyncExternalStore(
    followMotion,
    () => matchMedia(lessMotion).matches,
    () => false,
  );
  const isWanted = choice ?? !prefersStill;
  return {
    isWanted,
    isRunning: isWanted && !isHovered && !isFocused,
    toggle: () => {
      setChoice(!isWanted);
      setHovered(false);
      setFocused(false);
    },
    holders: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}

const count = bundled.length;

const minSwipePixels = 40;

/** Milliseconds (section 9). */
const autoplay = 3000;

interface SlideCarouselProps {
  readonly remoteSlide?: string | undefined;
  readonly hasDemoSchool: boolean;
}

/** The tabbed carousel of the ARIA Authoring Practices; the server renders the first slide. */
export default function SlideCarousel({ remoteSlide, hasDemoSchool }: SlideCarouselProps) {
  const id = useId();
  const { hasFailed, image } = useImageFailure(remoteSlide);
  const [{ current, before }, setShown] = useState({ current: 0, before: 0 });
  const rotation = useRotation();
  const touchedAt = useRef(0);

  const show = (next: number): void => setShown({ current: (next + count) % count, before: current });

  useEffect(() => {
    if (!rotation.isRunning) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setShown({ current: (current + 1) % count, before: current });
    }, autoplay);
    return () => clearInterval(timer);
  }, [rotation.isRunning, current]);

  const drawings = hasDemoSchool ? bundled : bundled.map(withoutClass);
  const slides = remoteSlide && !hasFailed ? [...drawings.slice(0, -1), remote(remoteSlide)] : drawings;
  return (
    <section
      className="slide-carousel"
      aria-roledescription="carousel"
      aria-label={hasDemoSchool ? "From our classes" : "Drawings"}
      {...rotation.holders}
    >
      <div className="row slide-controls">
        <PauseButton what="the slides" isPlaying={rotation.isWanted} onPress={rotation.toggle} />
        <IconButton label="Previous slide" onClick={() => show(current - 1)}>
          <Icon name="chevronLeft" />
        </IconButton>
        <div className="slide-tabs" role="tablist" aria-label="Slides">
          {slides.map(({ title }, index) => (
            <button
              {...catchesEarlyClick}
              key={title}
              type="button"
              role="tab"
              id={`${id}-tab-${index}`}
              aria-controls={`${id}-${index}`}
              aria-label={`${index + 1} of ${count}: ${title}`}
              aria-selected={index === current}
              tabIndex={index === current ? 0 : -1}
              onClick={() => show(index)}
              onKeyDown={(event) => {
                const next = keyTarget(event, index);
                if (next === undefined) return;
                event.preventDefault();
                show(next);
                const tab = event.currentTarget.parentElement?.children[(next + count) % count];
                if (tab instanceof HTMLElement) tab.focus();
              }}
            />
          ))}
        </div>
        <IconButton label="Next slide" onClick={() => show(current + 1)}>
          <Icon name="chevronRight" />
        </IconButton>
      </div>
      <div
        className="slides"
        aria-live={rotation.isRunning ? "off" : "polite"}
        onTouchStart={({ changedTouches }) => {
          touchedAt.current = changedTouches[0]?.clientX ?? 0;
        }}
        onTouchEnd={({ changedTouches }) => {
          const way = touchedAt.current - (changedTouches[0]?.clientX ?? 0);
          if (Math.abs(way) > minSwipePixels) show(current + Math.sign(way));
        }}
      >
        {slides.map(({ picture, alt, title, note, to, isCaptionedAtEnd }, index) => (
          <div
            key={title}
            className={isCaptionedAtEnd ? "slide is-captioned-at-end" : "slide"}
            role="tabpanel"
            aria-roledescription="slide"
            id={`${id}-${index}`}
            aria-labelledby={`${id}-tab-${index}`}
            data-place={place(index, current)}
            // A slide that wraps around must not animate across the row.
            data-jumps={Math.abs(place(index, current) - place(index, before)) > 2 || undefined}
            inert={index !== current}
          >
            <Link className="slide-link" to={to} draggable={false}>
              <img
                src={picture}
                alt={alt}
                width="1200"
                height="750"
                loading="lazy"
                decoding="async"
                {...(picture === remoteSlide && image)}
              />
              <span className="slide-caption">
                {title}
                <span>{note}</span>
              </span>
            </Link>
          </div>
        ))}
      </div>
    </section>
  );
}

/** 0 is shown, ±1 peek in, ±2 are hidden. */
const place = (index: number, current: number): number => ((index - current + count + 2) % count) - 2;

function keyTarget({ key }: KeyboardEvent, current: number): number | undefined {
  return { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: count - 1 }[key];
}
