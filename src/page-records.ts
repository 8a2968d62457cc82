import type { Role } from "./access/policy.ts";
import type { DashboardIconName } from "./ui/dashboard-icon.tsx";

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
  /** Completes “Log in to …”. */
  readonly purpose: string;
  /** In the menu of `who`, in this order. */
  readonly menu?: MenuItem;
}

export interface MenuItem {
  readonly label: string;
  readonly icon: DashboardIconName;
  /** The heading above it and those that follow. */
  readonly group?: string;
  /** Other pages for which the link is current. */
  readonly covers?: readonly string[];
  /** What waits there, as a number beside the label. */
  readonly count?: "messages" | "critiques";
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

const ofClasses = ["/update/class/", "/dashboard/preview/", "/dashboard/instructor/curriculum/"];

export const dashboardPages = {
  "/dashboard": {
    file: "site/dashboard/start-page.tsx",
    purpose: "see your dashboard",
    menu: { label: "Your desk", icon: "desk" },
  },
  "/dashboard/account": {
    file: "site/dashboard/account-page.tsx",
    purpose: "see your account",
    menu: { label: "Account", icon: "person" },
  },
  "/dashboard/notifications": {
    file: "site/dashboard/notifications-page.tsx",
    purpose: "see your notifications",
  },
  "/dashboard/notifications/choices": {
    file: "features/school/notifications/pages/mail-choices-page.tsx",
    purpose: "choose what we email you",
  },
  "/dashboard/selected-classes": {
    file: "features/school/selections/pages/selected-classes-page.tsx",
    who: ["student"],
    purpose: "see your selected classes",
    menu: { label: "Selected Classes", icon: "bookmark", covers: ["/dashboard/payment/"] },
  },
  "/dashboard/payment/:id": {
    file: "features/office/payments/pages/payment-page.tsx",
    who: ["student"],
    purpose: "pay for your class",
  },
  // For every role: a student who becomes an instructor keeps their classes.
  "/dashboard/enrolled-classes": {
    file: "site/learn/enrolled-classes-page.tsx",
    purpose: "see your classes",
    menu: { label: "Enrolled Classes", icon: "book", covers: ["/dashboard/gallery/"] },
  },
  "/dashboard/enrolled-classes/:classId": {
    file: "site/learn/enrolled-class-page.tsx",
    purpose: "continue your class",
  },
  "/dashboard/enrolled-classes/:classId/lessons/:lessonId": {
    file: "site/learn/lesson-page.tsx",
    purpose: "continue your lesson",
  },
  "/dashboard/gallery/:classId": {
    file: "features/studio/gallery/pages/gallery-page.tsx",
    purpose: "see your class gallery",
  },
  "/dashboard/gallery/:classId/drawings/:id": {
    file: "features/studio/gallery/pages/drawing-page.tsx",
    purpose: "see this drawing",
  },
  "/dashboard/payment-history": {
    file: "features/office/payments/pages/payment-history-page.tsx",
    purpose: "see your payments",
    menu: { label: "Payment History", icon: "card", covers: ["/dashboard/receipts/"] },
  },
  "/dashboard/payment-history/:id/withdraw": {
    file: "features/office/payments/pages/withdraw-page.tsx",
    purpose: "get a refund",
  },
  "/dashboard/receipts/:id": {
    file: "features/office/payments/pages/receipt-page.tsx",
    purpose: "see your receipt",
  },
  "/dashboard/instructor/my-classes": {
    file: "site/dashboard/my-classes-page.tsx",
    who: ["instructor"],
    purpose: "see your classes",
    menu: { label: "My Classes", icon: "list", covers: [...ofClasses, "/dashboard/gallery/"] },
  },
  "/dashboard/instructor/curriculum/:classId": {
    file: "site/dashboard/curriculum-page.tsx",
    who: ["instructor", "admin"],
    purpose: "edit your lessons",
  },
  "/dashboard/preview/:id": {
    file: "site/catalog/class-preview-page.tsx",
    who: ["instructor", "admin"],
    purpose: "preview this class",
  },
  "/dashboard/instructor/critiques": {
    file: "features/studio/critique/pages/critiques-page.tsx",
    who: ["instructor"],
    purpose: "see your students’ drawings",
    menu: { label: "Critiques", icon: "critique", count: "critiques" },
  },
  "/dashboard/add-class": {
    file: "features/school/classes/pages/add-class-page.tsx",
    who: ["instructor"],
    purpose: "add a class",
    menu: { label: "Add A Class", icon: "plus" },
  },
  "/update/class/:id": {
    file: "features/school/classes/pages/update-class-page.tsx",
    who: ["instructor", "admin"],
    purpose: "edit your class",
  },
  "/dashboard/instructor/profile": {
    file: "features/school/instructors/pages/profile-page.tsx",
    who: ["instructor"],
    purpose: "edit your profile",
    menu: { label: "My Profile", icon: "pencil" },
  },
  "/dashboard/admin-panel": {
    file: "features/office/statistics/pages/admin-panel-page.tsx",
    who: ["admin"],
    purpose: "see the admin panel",
    menu: { label: "Admin Panel", icon: "tiles" },
  },
  "/dashboard/manage-classes": {
    file: "features/school/classes/pages/manage-classes-page.tsx",
    who: ["admin"],
    purpose: "manage classes",
    menu: { label: "Manage Classes", icon: "stamp", group: "Classes", covers: [...ofClasses, "/feedback/"] },
  },
  "/feedback/:id": {
    file: "features/school/classes/pages/feedback-page.tsx",
    who: ["admin"],
    purpose: "send feedback on this class",
  },
  "/dashboard/admin/lesson-changes": {
    file: "features/classroom/lessons/pages/lesson-changes-page.tsx",
    who: ["admin"],
    purpose: "see what changed in lessons",
    menu: { label: "Lesson Changes", icon: "book" },
  },
  "/dashboard/admin/videos": {
    file: "features/classroom/videos/pages/videos-page.tsx",
    who: ["admin"],
    purpose: "see the videos",
    menu: { label: "Videos", icon: "film" },
  },
  "/dashboard/certificates": {
    file: "features/studio/certificates/pages/certificates-page.tsx",
    who: ["admin"],
    purpose: "see the certificates",
    menu: { label: "Certificates", icon: "seal" },
  },
  "/dashboard/manage-users": {
    file: "features/school/users/pages/manage-users-page.tsx",
    who: ["admin"],
    purpose: "manage users",
    menu: { label: "Manage Users", icon: "people", group: "People" },
  },
  "/dashboard/applications": {
    file: "features/school/applications/pages/applications-page.tsx",
    who: ["admin"],
    purpose: "see the applications",
    menu: { label: "Applications", icon: "pencil" },
  },
  "/dashboard/messages": {
    file: "features/school/contact/pages/messages-page.tsx",
    who: ["admin"],
    purpose: "see the messages",
    menu: { label: "Messages", icon: "mail", count: "messages" },
  },
  "/dashboard/reports": {
    file: "features/studio/moderation/pages/reports-page.tsx",
    who: ["admin"],
    purpose: "see the reports",
    menu: { label: "Reports", icon: "shield" },
  },
  "/dashboard/payments": {
    file: "features/office/payments/pages/payments-page.tsx",
    who: ["admin"],
    purpose: "see the payments",
    menu: { label: "Payments", icon: "card", group: "School" },
  },
  "/dashboard/newsletter": {
    file: "features/office/newsletter/pages/manage-newsletter-page.tsx",
    who: ["admin"],
    purpose: "write the newsletter",
    menu: { label: "Newsletter", icon: "letter" },
  },
  "/dashboard/audit-log": {
    file: "features/school/audit/pages/audit-log-page.tsx",
    who: ["admin"],
    purpose: "see the audit log",
    menu: { label: "Audit Log", icon: "list" },
  },
} as const satisfies Readonly<Record<string, DashboardPage>>;
