import { wordsPerMinute } from "../../classroom/lessons/lesson-words.ts";
import type { OpenedLesson, OpenedVersion, SecondRanges } from "../../classroom/progress/list-opened.ts";
import { day } from "../../../platform/clock.ts";

/** The refund policy, for the page and the server. All seconds are whole. */

const limitDays = 7;
/** Tenths of a percent; a share must be below it. */
const limitShare = 200;
export const withdrawalDays = 90;
/** Within `withdrawalDays`; the school decides about further ones. */
const freeWithdrawals = 3;

const materialSeconds = 60;
/** Our player reads 15 s and a segment (up to 30 s) ahead. Safari's own player has no limit. */
const readAheadSeconds = 60;

/** In JSON, dates are strings. */
export interface StandingFacts<Time extends Date | string = Date | string> {
  readonly now: Time;
  readonly capturedAt: Time;
  /** The class's first lesson; null if it has none. */
  readonly firstLessonAt: Time | null;
  /** Price paid, in percent of the class's price at that time. */
  readonly paidPercent: number;
  /** Seconds; 0 for older payments. */
  readonly weightAtPurchase: number;
  readonly lessons: OpenedLesson[];
  /** Earlier ones, from this class and from all classes in the last `withdrawalDays`. */
  readonly withdrawals: { readonly ofThisClass: number; readonly lately: number };
}

export interface StandingLine {
  readonly says: string;
  readonly number: number;
  readonly limit: number;
  readonly holds: boolean;
}

export interface LessonShare {
  readonly _id: string;
  readonly title: string;
  readonly isRetired: boolean;
  /** Seconds. */
  readonly weight: number;
  readonly opened: number;
  readonly materials: OpenedLesson["materials"];
}

export interface Standing {
  /** `number` is the day of the period, counted from 1; 0 before the first lesson. */
  readonly days: StandingLine;
  /** `number` is tenths of a percent, rounded down. */
  readonly share: StandingLine;
  /** `number` is percent of the regular price. */
  readonly price: StandingLine;
  /** ISO 8601; null before the first lesson. */
  readonly until: string | null;
  /** Seconds. */
  readonly opened: number;
  readonly total: number;
  readonly lessons: readonly LessonShare[];
  /** Why the school decides although the conditions are met. */
  readonly heldBack: "same-class-again" | "many-withdrawals" | null;
  readonly isAllowed: boolean;
}

export function refundStanding(facts: StandingFacts): Standing {
  const { weightAtPurchase, withdrawals } = facts;
  const start = periodStart(facts);
  const lessons = facts.lessons.map(shareOf);
  const opened = sum(lessons.map((lesson) => lesson.opened));
  const total = Math.max(weightAtPurchase, sum(lessons.map(({ weight }) => weight)));
  const days = daysLine(facts, start);
  const share = shareLine(opened, total);
  const price = priceLine(facts.paidPercent);
  const heldBack =
    withdrawals.ofThisClass > 0
      ? "same-class-again"
      : withdrawals.lately >= freeWithdrawals
        ? "many-withdrawals"
        : null;
  return {
    days,
    share,
    price,
    until: start && new Date(start.getTime() + limitDays * day).toISOString(),
    opened,
    total,
    lessons,
    heldBack,
    isAllowed: days.holds && share.holds && price.holds && heldBack === null,
  };
}

export const weightOf = (lessons: readonly OpenedLesson[]): number =>
  sum(lessons.map((lesson) => shareOf(lesson).weight));

function periodStart({ capturedAt, firstLessonAt }: StandingFacts): Date | null {
  if (firstLessonAt === null) return null;
  const [payment, lesson] = [new Date(capturedAt), new Date(firstLessonAt)];
  return lesson > payment ? lesson : payment;
}

function daysLine({ now, capturedAt }: StandingFacts, start: Date | null): StandingLine {
  if (start === null) {
    const says = `The ${limitDays} days haven’t started yet: no lessons are out.`;
    return { says, number: 0, limit: limitDays, holds: true };
  }
  const number = Math.max(1, Math.ceil((new Date(now).getTime() - start.getTime()) / day));
  const holds = number <= limitDays;
  const since = start > new Date(capturedAt) ? "the first lesson came out" : "the payment";
  const says = holds
    ? `Day ${number} of ${limitDays} after ${since}.`
    : `Day ${number}: refunds are open for ${limitDays} days after ${since}.`;
  return { says, number, limit: limitDays, holds };
}

function shareLine(opened: number, total: number): StandingLine {
  const thousandfold = 1000 * opened;
  const number = total === 0 ? 0 : (thousandfold - (thousandfold % total)) / total;
  const says = `${percent(number)} of the class opened; refunds need less than ${percent(limitShare)}.`;
  return { says, number, limit: limitShare, holds: number < limitShare };
}

function priceLine(number: number): StandingLine {
  const holds = number >= 100;
  const says = holds ? "Paid at the regular price." : "Paid at a reduced price.";
  return { says, number, limit: 100, holds };
}

const heldBackWords = {
  "same-class-again": "Withdrawn from this class before, so the school decides.",
  "many-withdrawals": `Withdrawn from ${freeWithdrawals} classes in ${withdrawalDays} days, so the school decides.`,
} as const;

export const standingInWords = ({
  days,
  share,
  price,
  heldBack,
}: Pick<Standing, "days" | "share" | "price" | "heldBack">): string[] => [
  days.says,
  share.says,
  price.says,
  ...(heldBack ? [heldBackWords[heldBack]] : []),
];

/** @param tenths of a percent */
const percent = (tenths: number): string =>
  tenths % 10 === 0 ? `${tenths / 10}%` : `${Math.floor(tenths / 10)}.${tenths % 10}%`;

/** By the heaviest version, so that shortening a lesson raises nobody's share. */
function shareOf({ _id, title, isRetired, versions, materials }: OpenedLesson): LessonShare {
  const weight = Math.max(0, ...versions.map(versionWeight));
  return {
    _id,
    title,
    isRetired,
    weight: weight + materials.count * materialSeconds,
    opened: Math.max(0, ...versions.map(versionOpened)) + materials.opened * materialSeconds,
    materials,
  };
}

const versionWeight = ({ film, words }: OpenedVersion): number =>
  film ? (film.seconds ?? 0) : Math.ceil((words * 60) / wordsPerMinute);

function versionOpened(version: OpenedVersion): number {
  const { film, isOpened } = version;
  const weight = versionWeight(version);
  if (!film) return isOpened ? weight : 0;
  const watched = lengthOf(film.watched);
  // Watching takes time, so at least half of a video fetched in pieces counts.
  const ahead = Math.min(watched, readAhead(film.sent, film.watched));
  return Math.min(weight, Math.max(watched, lengthOf(film.sent) - ahead));
}

/** Sent but unwatched seconds within `readAheadSeconds` after each place where watching stopped. */
const readAhead = (sent: SecondRanges, watched: SecondRanges): number =>
  overlap(
    sent,
    watched.map(([, stop], at) => [
      stop,
      Math.min(stop + readAheadSeconds, watched[at + 1]?.[0] ?? Infinity),
    ]),
  );

function overlap(some: SecondRanges, others: SecondRanges): number {
  let [seconds, at, otherAt] = [0, 0, 0];
  for (;;) {
    const [range, other] = [some[at], others[otherAt]];
    if (!range || !other) return seconds;
    seconds += Math.max(0, Math.min(range[1], other[1]) - Math.max(range[0], other[0]));
    if (range[1] < other[1]) at += 1;
    else otherAt += 1;
  }
}

const lengthOf = (ranges: SecondRanges): number => sum(ranges.map(([from, to]) => to - from));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
