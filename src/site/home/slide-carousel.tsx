import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link } from "../../ui/link.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { PauseButton } from "./pause-button.tsx";
import { bundled, lastBundled, remote } from "./slide-content.ts";
import { useRotation } from "./slide-rotation.ts";
import "./slide-carousel.css";

const count = bundled.length + 1;

/** Pixels. */
const swipe = 40;

/** Milliseconds (section 9). */
const autoplay = 3000;

interface SlideCarouselProps {
  readonly remoteSlide?: string | undefined;
}

/** The tabbed carousel of the ARIA Authoring Practices; the server renders the first slide. */
export default function SlideCarousel({ remoteSlide }: SlideCarouselProps): ReactNode {
  const id = useId();
  const [hasFailed, setFailed] = useState(false);
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

  const slides = [...bundled, remoteSlide && !hasFailed ? remote(remoteSlide) : lastBundled];
  return (
    <section
      className="slide-carousel"
      aria-roledescription="carousel"
      aria-label="From our classes"
      {...rotation.holders}
    >
      <div className="slide-controls">
        <PauseButton what="the slides" isPlaying={rotation.isWanted} onPress={rotation.toggle} />
        <IconButton label="Previous slide" onClick={() => show(current - 1)}>
          <Icon name="chevronLeft" />
        </IconButton>
        <div className="slide-tabs" role="tablist" aria-label="Slides">
          {slides.map(({ title }, index) => (
            <button
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
          if (Math.abs(way) > swipe) show(current + Math.sign(way));
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
                {...(picture === remoteSlide && whenFailed(() => setFailed(true)))}
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

/** Offset from the current slide: 0 is shown, ±1 peek in, ±2 are hidden. */
const place = (index: number, current: number): number => ((index - current + count + 2) % count) - 2;

function keyTarget({ key }: KeyboardEvent, current: number): number | undefined {
  return { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: count - 1 }[key];
}

/** A failure before hydration fires no React event. */
const whenFailed = (tell: () => void) => ({
  onError: tell,
  ref: (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) tell();
  },
});
