export const auditKinds = [
  "class-approved",
  "class-denied",
  "class-edited",
  "class-handed-over",
  "feedback-given",
  "role-changed",
  "user-suspended",
  "user-reinstated",
  "application-declined",
  "payment-refunded",
] as const;
export type AuditKind = (typeof auditKinds)[number];
