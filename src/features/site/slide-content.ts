export interface Slide {
  readonly picture: string;
  readonly alt: string;
  readonly title: string;
  readonly note: string;
}

/** Four that are always there. */
export const bundled: readonly Slide[] = [
  {
    picture: "/drawings/cover-clouds.svg",
    alt: "A towering summer cloud over a line of telegraph poles",
    title: "Big Summer Skies",
    note: "clouds are spheres that forgot to stop",
  },
  {
    picture: "/drawings/cover-street.svg",
    alt: "A shopping street that runs to one vanishing point",
    title: "Streets in One-Point Perspective",
    note: "put the ruler away halfway",
  },
  {
    picture: "/drawings/cover-eyes.svg",
    alt: "An eye in four stages, from guide lines to ink and tone",
    title: "Eyes That Speak",
    note: "a circle, a crossing line, a light",
  },
  {
    picture: "/drawings/cover-sfx.svg",
    alt: "Hand-drawn letters on an impact burst",
    title: "Sound-Effect Lettering",
    note: "letters that are drawn, not typed",
  },
];

/** The fifth, where no other picture is set. */
export const lastBundled: Slide = {
  picture: "/drawings/cover-tools.svg",
  alt: "Ink bottle, dip pen, brush, ruler, screentone and eraser laid out",
  title: "Ink Tools from Zero",
  note: "a desk that costs less than lunch",
};

/** The fifth as a picture that the operator has set: whatever it shows, the words go with it. */
export const remote = (picture: string): Slide => ({
  picture,
  alt: "",
  title: "The next page is yours",
  note: "start with one line",
});
