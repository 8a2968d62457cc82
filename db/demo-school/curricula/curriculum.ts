const film = (name: string, seconds: number) => ({
  captions: { en: `${name}.en.vtt` },
  seconds,
  posterSeconds: seconds - 1,
});

/** The videos are in art/films/, with their captions. */
export const demoFilms = {
  "eye.mp4": film("eye", 15),
  "hair.mp4": film("hair", 15),
  "hand.mp4": film("hand", 15),
  "head.mp4": film("head", 10),
  "cloud.mp4": film("cloud", 10),
  "tone.mp4": film("tone", 10),
  "speed.mp4": film("speed", 10),
  "sound.mp4": film("sound", 10),
} as const;

export type DemoFilm = keyof typeof demoFilms;

export interface DemoMaterial {
  /** In art/worksheets/. */
  readonly file: string;
  readonly label: string;
}

interface Lesson {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly isPreview?: true;
  /** Required by default. */
  readonly isRequired?: false;
  readonly materials?: readonly DemoMaterial[];
}

export type DemoLesson =
  | (Lesson & { readonly kind: "video"; readonly film: DemoFilm })
  | (Lesson & { readonly kind: "text" | "exercise" });

export interface DemoSection {
  readonly title: string;
  /** For a cohort: days after its start. */
  readonly opensAfterDays?: number;
  readonly lessons: readonly DemoLesson[];
}

export interface DemoCurriculum {
  /** A name in classes.ts. */
  readonly className: string;
  readonly tools: string;
  /** Negative days: it has started. */
  readonly cohort?: { readonly startsInDays: number; readonly timeZone: string };
  readonly sections: readonly DemoSection[];
}
