export const auditKinds = [
  "class-approved",
  "class-denied",
  "class-edited",
  "class-handed-over",
  "feedback-given",
  "role-changed",
  "user-suspended",
  "user-reinstated",
  "age-confirmed",
  "application-declined",
  "payment-refunded",
  "report-decided",
  "refund-declined",
  "certificate-revoked",
  "certificate-key-rotated",
  "certificate-key-struck",
] as const;
export type AuditKind = (typeof auditKinds)[number];

interface Decision {
  readonly kind: AuditKind;
  readonly by: { readonly _id: string | null; readonly name: string };
  readonly about: { readonly _id: string; readonly name: string };
  readonly before: string | null;
  readonly after: string | null;
}

export function sentenceOf({ kind, by, about, before, after }: Decision): string {
  const who = by._id === null ? `The ${by.name}` : by.name;
  switch (kind) {
    case "class-approved":
      return `${who} approved “${about.name}”`;
    case "class-denied":
      return `${who} denied “${about.name}”`;
    case "feedback-given":
      if (after === null) return `${who} removed the feedback on “${about.name}”`;
      return `${who} ${before === null ? "gave" : "changed the"} feedback on “${about.name}”`;
    case "class-edited":
      return `${who} edited “${about.name}”`;
    case "class-handed-over":
      return `${who} transferred “${about.name}” to ${after}`;
    case "user-suspended":
      return `${who} suspended ${about.name}`;
    case "user-reinstated":
      return `${who} reinstated ${about.name}`;
    case "age-confirmed":
      return `${who} confirmed that ${about.name} is 18 or older`;
    case "application-declined":
      return `${who} declined ${about.name}’s application to teach`;
    case "payment-refunded":
      return by._id === about._id ? `${who} withdrew from a class` : `${who} refunded ${about.name}`;
    case "report-decided":
      return `${who} decided on a report about ${about.name}`;
    case "refund-declined":
      return `${who} declined a refund for ${about.name}`;
    case "certificate-revoked":
      return `${who} revoked a certificate of ${about.name}`;
    case "certificate-key-rotated":
      return `${who} rotated the certificate key`;
    case "certificate-key-struck":
      return `${who} invalidated a certificate key`;
    case "role-changed":
      return `${who} made ${about.name} ${after === "student" ? "a" : "an"} ${after}`;
  }
}
