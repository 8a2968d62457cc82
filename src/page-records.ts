import type { Role } from "./access/policy.ts";

/** Rendered on the server, the same for everyone. */
export interface PublicPage {
  readonly file: string;
  readonly isIndexed?: true;
  /** The query parameters that the page reads; they are its cache key. */
  readonly params?: readonly string[];
  /** The call whose rate limit applies when the form is posted without a script. */
  readonly form?: `${string} /${string}`;
  /** Shows what a mailed link names, so it is never cached. */
  readonly isPersonal?: true;
}

/** Rendered in the browser of a logged-in person. */
export interface DashboardPage {
  readonly file: string;
  /** Everyone who is logged in, if omitted. Only redirects; each call's access decides on the server. */
  readonly who?: readonly Role[];
}

export const publicPages = {
  "/": { file: "site/home/home-page.tsx", isIndexed: true },
  "/classes": {
    file: "site/catalog/classes-page.tsx",
    isIndexed: true,
    params: ["q", "topic", "level", "price", "seats", "sort", "cursor"],
  },
  "/classes/:id": { file: "site/catalog/class-page.tsx" },
  "/classes/:id/lessons/:lessonId": { file: "site/catalog/lesson-preview-page.tsx" },
  "/instructors": { file: "site/catalog/instructors-page.tsx", isIndexed: true, params: ["cursor"] },
  "/instructors/:id": { file: "site/catalog/instructor-page.tsx", params: ["cursor"] },
  "/certificates/:number": { file: "features/studio/certificates/pages/certificate-page.tsx" },
  "/login": { file: "features/school/accounts/pages/login-page.tsx", params: ["reset"] },
  "/signup": { file: "features/school/accounts/pages/signup-page.tsx" },
  "/signup/age": { file: "features/school/accounts/pages/age-page.tsx" },
  "/signup/too-young": { file: "features/school/accounts/pages/too-young-page.tsx" },
  "/guardian": {
    file: "features/school/guardians/pages/guardian-page.tsx",
    params: ["token"],
    form: "POST /guardian/{token}",
    isPersonal: true,
  },
  "/guardian/link": {
    file: "features/school/guardians/pages/guardian-link-page.tsx",
    form: "POST /guardian",
  },
  "/change-email": {
    file: "features/school/accounts/pages/change-email-page.tsx",
    params: ["token"],
    form: "POST /account/email",
  },
  "/forgot-password": { file: "features/school/accounts/pages/forgot-password-page.tsx" },
  "/confirm-email": { file: "features/school/accounts/pages/confirm-email-page.tsx", params: ["token"] },
  "/reset-password": { file: "features/school/accounts/pages/reset-password-page.tsx", params: ["token"] },
  "/teach": { file: "features/school/applications/pages/teach-page.tsx", isIndexed: true },
  "/newsletter": {
    file: "features/office/newsletter/pages/newsletter-page.tsx",
    isIndexed: true,
    form: "POST /newsletter",
  },
  "/newsletter/confirm": {
    file: "features/office/newsletter/pages/newsletter-link-page.tsx",
    params: ["token"],
    form: "POST /newsletter/confirm",
  },
  "/newsletter/unsubscribe": {
    file: "features/office/newsletter/pages/newsletter-link-page.tsx",
    params: ["token"],
    form: "POST /newsletter/confirm",
  },
  // The unsubscribe endpoint of mail programs, opened in a browser.
  "/api/newsletter/unsubscribe/:token": {
    file: "features/office/newsletter/pages/newsletter-link-page.tsx",
  },
  "/notifications/unsubscribe": {
    file: "features/school/notifications/pages/unsubscribe-page.tsx",
    params: ["token"],
    form: "PATCH /notifications/mail-link",
  },
  "/api/notifications/unsubscribe": {
    file: "features/school/notifications/pages/unsubscribe-page.tsx",
    params: ["token"],
  },
  "/about-us": { file: "site/about/about-page.tsx", isIndexed: true },
  "/about": { file: "site/about/about-redirect.ts" },
  "/contact-us": {
    file: "features/school/contact/pages/contact-page.tsx",
    isIndexed: true,
    form: "POST /contact",
  },
  "/terms-and-conditions": { file: "site/policies/policy-page.tsx", isIndexed: true },
  "/privacy-policy": { file: "site/policies/policy-page.tsx", isIndexed: true },
  "/disclaimer": { file: "site/policies/policy-page.tsx", isIndexed: true },
  "/refund-policy": { file: "site/policies/policy-page.tsx", isIndexed: true },
  "/api/docs": { file: "site/api-docs/api-docs-page.tsx", isIndexed: true },
} as const satisfies Readonly<Record<string, PublicPage>>;

export const dashboardPages = {
  "/dashboard": { file: "site/dashboard/start-page.tsx" },
  "/dashboard/account": {
    file: "site/dashboard/account-page.tsx",
  },
  "/dashboard/selected-classes": {
    file: "features/school/selections/pages/selected-classes-page.tsx",
    who: ["student"],
  },
  "/dashboard/payment/:id": {
    file: "features/office/payments/pages/payment-page.tsx",
    who: ["student"],
  },
  // For every role: a student who becomes an instructor keeps their classes.
  "/dashboard/enrolled-classes": {
    file: "site/learn/enrolled-classes-page.tsx",
  },
  "/dashboard/enrolled-classes/:classId": {
    file: "site/learn/enrolled-class-page.tsx",
  },
  "/dashboard/enrolled-classes/:classId/lessons/:lessonId": {
    file: "site/learn/lesson-page.tsx",
  },
  "/dashboard/gallery/:classId": { file: "features/studio/gallery/pages/gallery-page.tsx" },
  "/dashboard/gallery/:classId/drawings/:id": { file: "features/studio/gallery/pages/drawing-page.tsx" },
  "/dashboard/payment-history": {
    file: "features/office/payments/pages/payment-history-page.tsx",
  },
  "/dashboard/payment-history/:id/withdraw": {
    file: "features/office/payments/pages/withdraw-page.tsx",
  },
  "/dashboard/receipts/:id": { file: "features/office/payments/pages/receipt-page.tsx" },
  "/dashboard/notifications": { file: "site/dashboard/notifications-page.tsx" },
  "/dashboard/notifications/choices": { file: "features/school/notifications/pages/mail-choices-page.tsx" },
  "/dashboard/instructor/my-classes": {
    file: "site/dashboard/my-classes-page.tsx",
    who: ["instructor"],
  },
  "/dashboard/instructor/curriculum/:classId": {
    file: "site/dashboard/curriculum-page.tsx",
    who: ["instructor", "admin"],
  },
  "/dashboard/preview/:id": {
    file: "site/catalog/class-preview-page.tsx",
    who: ["instructor", "admin"],
  },
  "/dashboard/instructor/critiques": {
    file: "features/studio/critique/pages/critiques-page.tsx",
    who: ["instructor"],
  },
  "/dashboard/add-class": {
    file: "features/school/classes/pages/add-class-page.tsx",
    who: ["instructor"],
  },
  "/update/class/:id": {
    file: "features/school/classes/pages/update-class-page.tsx",
    who: ["instructor", "admin"],
  },
  "/dashboard/instructor/profile": {
    file: "features/school/instructors/pages/profile-page.tsx",
    who: ["instructor"],
  },
  "/dashboard/admin-panel": {
    file: "features/office/statistics/pages/admin-panel-page.tsx",
    who: ["admin"],
  },
  "/dashboard/manage-classes": {
    file: "features/school/classes/pages/manage-classes-page.tsx",
    who: ["admin"],
  },
  "/feedback/:id": { file: "features/school/classes/pages/feedback-page.tsx", who: ["admin"] },
  "/dashboard/admin/lesson-changes": {
    file: "features/classroom/lessons/pages/lesson-changes-page.tsx",
    who: ["admin"],
  },
  "/dashboard/admin/videos": {
    file: "features/classroom/videos/pages/videos-page.tsx",
    who: ["admin"],
  },
  "/dashboard/manage-users": {
    file: "features/school/users/pages/manage-users-page.tsx",
    who: ["admin"],
  },
  "/dashboard/applications": {
    file: "features/school/applications/pages/applications-page.tsx",
    who: ["admin"],
  },
  "/dashboard/payments": {
    file: "features/office/payments/pages/payments-page.tsx",
    who: ["admin"],
  },
  "/dashboard/reports": {
    file: "features/studio/moderation/pages/reports-page.tsx",
    who: ["admin"],
  },
  "/dashboard/certificates": {
    file: "features/studio/certificates/pages/certificates-page.tsx",
    who: ["admin"],
  },
  "/dashboard/messages": {
    file: "features/school/contact/pages/messages-page.tsx",
    who: ["admin"],
  },
  "/dashboard/newsletter": {
    file: "features/office/newsletter/pages/manage-newsletter-page.tsx",
    who: ["admin"],
  },
  "/dashboard/audit-log": {
    file: "features/school/audit/pages/audit-log-page.tsx",
    who: ["admin"],
  },
} as const satisfies Readonly<Record<string, DashboardPage>>;
