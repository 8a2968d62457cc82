import { z } from "zod";
import { adulthoodAhead, ageProblems, birthMonthProblem, isBirthMonth, isTooYoung } from "./age.ts";
import { Problem, problems } from "./errors.ts";

/** What a sign-up says of an age: that it is 18 or more, or the month of the birth. */
export const ageAnswer = {
  adult: z.boolean().optional().meta({ description: "Whether the person is 18 or older" }),
  born: z
    .string()
    .max(20)
    .optional()
    .meta({ description: "Month of birth (YYYY-MM) of somebody who is younger" }),
};

interface AgeAnswer {
  readonly adult?: boolean | undefined;
  readonly born?: string | undefined;
}

/** The first day as an adult of a minor, or undefined for an adult. Throws age-needed, too-young, invalid-input. */
export function readAge({ adult, born }: AgeAnswer, now: Date): string | undefined {
  if (born === undefined) {
    if (adult) return undefined;
    throw new Problem(ageProblems.needed);
  }
  if (!isBirthMonth(born, now))
    throw new Problem(problems.invalidInput, birthMonthProblem, [
      { field: "born", message: birthMonthProblem },
    ]);
  if (isTooYoung(born, now)) throw new Problem(ageProblems.tooYoung);
  return adulthoodAhead(born, now);
}
