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
