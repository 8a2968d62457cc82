export const reportKinds = ["drawing", "comment", "critique"] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportReasons = ["unkind", "sexual", "personal", "copied", "spam", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reasonWords: Readonly<Record<ReportReason, string>> = {
  unkind: "It's unkind, or attacks somebody",
  sexual: "It's sexual or violent",
  personal: "It tells something private about a person",
  copied: "It's somebody else's work",
  spam: "It's advertising or spam",
  other: "Something else",
};

/** Characters. */
export const maxReport = 1000;
