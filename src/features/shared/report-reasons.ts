export const reportKinds = ["drawing", "comment", "critique"] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportReasons = ["unkind", "sexual", "personal", "copied", "spam", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reasonWords: Readonly<Record<ReportReason, string>> = {
  unkind: "It’s unkind, or attacks someone",
  sexual: "It’s sexual or violent",
  personal: "It shares something private about someone",
  copied: "It’s someone else’s work",
  spam: "It’s advertising or spam",
  other: "Something else",
};

/** Characters. */
export const maxReport = 1000;
