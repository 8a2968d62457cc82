/** The films lie in art/films/, each beside its captions. */
export const demoFilms = {
  "eye.mp4": { captions: { en: "eye.en.vtt" }, posterSeconds: 14 },
  "hair.mp4": { captions: { en: "hair.en.vtt" }, posterSeconds: 14 },
  "hand.mp4": { captions: { en: "hand.en.vtt" }, posterSeconds: 14 },
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
  /** Anyone may open it. */
  readonly isPreview?: true;
  /** Required unless it says so. */
  readonly isRequired?: false;
  readonly materials?: readonly DemoMaterial[];
}

export type DemoLesson =
  | (Lesson & { readonly kind: "video"; readonly film: DemoFilm })
  | (Lesson & { readonly kind: "text" | "exercise" });

export interface DemoSection {
  readonly title: string;
  /** Of a cohort: days after its start. */
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
