import { problemsOf } from "./errors.ts";

/** The day of birth is never asked, so an age counts as reached at the latest possible moment. */

export const minimumAge = 13;
const adultAge = 18;

const birthMonth = /^(19|20)\d\d-(0[1-9]|1[0-2])$/;

/** Whether someone born in that month (2012-05) is certainly too young for an account. */
export const isTooYoung = (born: string, now: Date): boolean => firstDayAt(minimumAge, born) > dayOf(now);

/** The first day (YYYY-MM-DD) on which they are certainly an adult. */
export const adultOnOf = (born: string): string => firstDayAt(adultAge, born);

/** False for a future month. */
export const isBirthMonth = (born: string, now: Date): boolean =>
  birthMonth.test(born) && born <= dayOf(now).slice(0, 7);

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

function firstDayAt(age: number, born: string): string {
  const [year = 0, month = 0] = born.split("-").map(Number);
  // Months count from 0, so this is the month after the birthday's.
  return dayOf(new Date(Date.UTC(year + age, month, 1)));
}

export const ageProblems = problemsOf({
  "409 guardian-needed":
    "You've told us that you're younger than 18. Enter your parent's or guardian's email to continue.",
  "403 too-young": `Senga is for people who are ${minimumAge} or older, so you can't have an account yet. Keep drawing, and come back when you're ${minimumAge}.`,
});

export const birthMonthProblem = "Enter the month and year of your birth";
