/** What admins decide, as the audit log tells it apart. */
export const auditKinds = [
  "class-approved",
  "class-denied",
  "feedback-given",
  "role-changed",
  "payment-refunded",
] as const;
export type AuditKind = (typeof auditKinds)[number];
