export interface Slide {
  readonly picture: string;
  readonly alt: string;
  readonly title: string;
  readonly note: string;
  /** Its lower start corner is worth seeing. */
  readonly isCaptionedAtEnd?: boolean;
  /** Where it leads. */
  readonly to: string;
}

/** The class by its name: a school may have others than the demonstration's, and then shows what comes near. */
const searchFor = (title: string): string => `/classes?${new URLSearchParams({ q: title })}`;

/** Four that are always there. */
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

/** The fifth, where no other picture is set. */
export const lastBundled: Slide = {
  picture: "/drawings/cover-tools.svg",
  alt: "Ink bottle, dip pen, brush, ruler, screentone and eraser laid out",
  title: "Ink Tools from Zero",
  note: "a desk that costs less than lunch",
  to: searchFor("Ink Tools from Zero"),
};

/** The fifth as a picture that the operator has set: whatever it shows, the words go with it. */
export const remote = (picture: string): Slide => ({
  picture,
  alt: "",
  title: "The next page is yours",
  note: "start with one line",
  to: "/classes",
});
