import { problemsOf } from "../../../platform/errors.ts";

/** Reports by different people that hide content until an admin decides. */
export const reportsToHide = 3;

/** Characters. */
export const maxDecision = 1000;

export const decisions = ["hide", "keep"] as const;
export type ReportDecision = (typeof decisions)[number];

export const problems = problemsOf({
  "404 nothing-to-report": "This has already been removed.",
  "409 own-thing": "This is your own. You can remove it yourself.",
  "409 own-report": "This is about something of yours. Another admin will decide on it.",
  "404 report-not-found": "We couldn't find this report.",
  "409 report-decided-already":
    "Another admin has already decided on this report. Reload the list to see the decision.",
  "409 reported-again-meanwhile": "This has been reported again meanwhile. Look at it again, then decide.",
});
