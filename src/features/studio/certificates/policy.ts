/** Of all seconds of film, in a class without exercises. */
export const watchedPercent = 80;

/** Characters. */
export const maxNameLength = 80;
export const maxReasonLength = 500;

export const numberLength = 12;

/** A lesson that counts toward finishing: published, required, not retired. */
export interface CountedLesson {
  readonly kind: "video" | "text" | "exercise";
  readonly isDone: boolean;
  /** Done because the student said so. */
  readonly isTicked: boolean;
  /** Of an exercise: by the teacher, in this class. */
  readonly isAccepted: boolean;
  /** Rounds of drawings that were handed in and not taken back. */
  readonly rounds: number;
  /** Of its film; 0 without one, and while its length is unknown. */
  readonly seconds: number;
  /** Of its film, at most `seconds`. */
  readonly watched: number;
}

/** True numbers, as they stood when the class was finished. */
export interface Effort {
  readonly lessons: number;
  readonly done: number;
  /** Of `done`: by the student's word alone. Certificates from before it was counted have none. */
  readonly ticked?: number | undefined;
  readonly exercises: number;
  readonly accepted: number;
  readonly rounds: number;
  readonly films: number;
  /** To at least nine tenths. */
  readonly watchedThrough: number;
  readonly seconds: number;
  readonly watchedSeconds: number;
}

const sumOf = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);

const isWatchedThrough = ({ seconds, watched }: CountedLesson): boolean =>
  seconds > 0 && watched * 10 >= seconds * 9;

export function effortOf(lessons: readonly CountedLesson[]): Effort {
  const exercises = lessons.filter(({ kind }) => kind === "exercise");
  const films = lessons.filter(({ seconds }) => seconds > 0);
  return {
    lessons: lessons.length,
    done: lessons.filter(({ isDone }) => isDone).length,
    ticked: lessons.filter((lesson) => lesson.isTicked && !lesson.isAccepted && !isWatchedThrough(lesson))
      .length,
    exercises: exercises.length,
    accepted: exercises.filter(({ isAccepted }) => isAccepted).length,
    rounds: sumOf(exercises, ({ rounds }) => rounds),
    films: films.length,
    watchedThrough: films.filter(isWatchedThrough).length,
    seconds: sumOf(films, ({ seconds }) => seconds),
    watchedSeconds: sumOf(films, ({ watched }) => watched),
  };
}

/** All lessons done, and every exercise accepted; without exercises, `watchedPercent` of all film. */
export function isFinished(effort: Effort): boolean {
  const { lessons, done, exercises, accepted, seconds, watchedSeconds } = effort;
  if (lessons === 0 || done < lessons) return false;
  return exercises > 0 ? accepted === exercises : watchedSeconds * 100 >= seconds * watchedPercent;
}
