/** What admins decide, as the audit log tells it apart. */
export const auditKinds = ["class-approved", "class-denied", "feedback-given", "role-changed"] as const;
export type AuditKind = (typeof auditKinds)[number];
