export const problems = {
  nothingToReport: {
    code: "nothing-to-report",
    status: 404,
    detail: "This is gone already, so there is nothing left to report.",
  },
  ownThing: { code: "own-thing", status: 409, detail: "This is your own. You can remove it yourself." },
  noSuchReport: { code: "report-not-found", status: 404, detail: "We couldn't find this report." },
  decidedAlready: {
    code: "report-decided-already",
    status: 409,
    detail: "Another admin has decided on this report. Load the list again to see how.",
  },
} as const;
