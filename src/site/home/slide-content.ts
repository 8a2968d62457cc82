export interface Slide {
  readonly picture: string;
  readonly alt: string;
  readonly title: string;
  readonly note: string;
  readonly isCaptionedAtEnd?: boolean;
  readonly to: string;
}

/** A search, not an id: a school may not have the demo's class. */
const searchFor = (title: string): string => `/classes?${new URLSearchParams({ q: title })}`;

export const bundled: readonly Slide[] = [
  {
    picture: "/drawings/cover-clouds.svg",
    alt: "A towering summer cloud over a line of telegraph poles",
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
];

export const lastBundled: Slide = {
  picture: "/drawings/cover-tools.svg",
  alt: "Ink bottle, dip pen, brush, ruler, screentone and eraser laid out",
  title: "Ink Tools from Zero",
  note: "a desk that costs less than lunch",
  to: searchFor("Ink Tools from Zero"),
};

export const remote = (picture: string): Slide => ({
  picture,
  alt: "",
  title: "The next page is yours",
  note: "start with one line",
  to: "/classes",
});
