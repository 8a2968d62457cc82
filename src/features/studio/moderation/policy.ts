/** Reports by different people that hide content until an admin decides. */
export const reportsToHide = 3;

/** Characters. */
export const maxDecision = 1000;

export const decisions = ["hide", "keep"] as const;
export type ReportDecision = (typeof decisions)[number];

export const problems = {
  nothingToReport: {
    code: "nothing-to-report",
    status: 404,
    detail: "This has already been removed.",
  },
  ownThing: { code: "own-thing", status: 409, detail: "This is your own. You can remove it yourself." },
  noSuchReport: { code: "report-not-found", status: 404, detail: "We couldn't find this report." },
  decidedAlready: {
    code: "report-decided-already",
    status: 409,
    detail: "Another admin has already decided on this report. Reload the list to see the decision.",
  },
} as const;
