import { z } from "zod";
import { adultOnOf, ageProblems, birthMonthProblem, dayOf, isBirthMonth, isTooYoung } from "./age.ts";
import { Problem, problems } from "./errors.ts";

/** A sign-up gives one of the two. */
export const ageAnswer = {
  adult: z.boolean().optional().describe("Whether the person is 18 or older"),
  born: z.string().max(20).optional().describe("Month of birth (YYYY-MM) of someone who is younger"),
};

interface AgeAnswer {
  readonly adult?: boolean | undefined;
  readonly born?: string | undefined;
}

/** A child's answer is remembered for a day, so that the next try can't claim to be an adult. */
export const tooYoungMemory = { calls: 1, seconds: 86_400 } as const;

/** The first day (YYYY-MM-DD) as an adult; undefined without an answer. Throws too-young, invalid-input. */
export function readAge({ adult, born }: AgeAnswer, now: Date): string | undefined {
  if (born === undefined && adult === undefined) return undefined;
  if (born === undefined && adult) return dayOf(now);
  if (born === undefined || !isBirthMonth(born, now))
    throw new Problem(problems["invalid-input"], birthMonthProblem, [
      { field: "born", message: birthMonthProblem },
    ]);
  if (isTooYoung(born, now)) throw new Problem(ageProblems["too-young"]);
  return adultOnOf(born);
}
