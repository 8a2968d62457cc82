import type { Role } from "./features/accounts/policy.ts";
import type { DashboardIconName } from "./ui/dashboard-icon.tsx";

/** Rendered on the server, the same for everyone. */
export interface PublicPage {
  /** Below src/. */
  readonly file: string;
  /** Listed in the sitemap. */
  readonly isIndexed?: true;
  /** The query parameters that the page reads: it is rendered, and cached, with these alone. */
  readonly params?: readonly string[];
  /** The call whose limit counts when the page's form is posted without a script. */
  readonly form?: `${string} /${string}`;
  /** It shows what a mailed link names, so it is rendered at each request and never cached. */
  readonly isPersonal?: true;
}

/** Rendered in the browser of whoever is logged in. */
export interface DashboardPage {
  /** Below src/. */
  readonly file: string;
  /** Without it: everyone who is logged in. The server decides by each call's access; this leads people elsewhere. */
  readonly who?: readonly Role[];
  /** Completes "Log in to …". */
  readonly loginReason?: string;
  readonly menu?: DashboardMenu;
}

export interface DashboardMenu {
  readonly of: Role | "everyone";
  readonly label: string;
  readonly icon: DashboardIconName;
  /** Beginnings of other paths for which the link is current. */
  readonly covers?: readonly string[];
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
  "/certificates/:number": { file: "features/certificates/certificate-page.tsx" },
  "/login": { file: "features/accounts/login-page.tsx", params: ["reset"] },
  "/signup": { file: "features/accounts/signup-page.tsx" },
  "/signup/age": { file: "features/accounts/age-page.tsx" },
  "/signup/too-young": { file: "features/accounts/too-young-page.tsx" },
  "/guardian": {
    file: "features/accounts/guardian-page.tsx",
    params: ["token"],
    form: "POST /guardian/{token}",
    isPersonal: true,
  },
  "/guardian/link": { file: "features/accounts/guardian-link-page.tsx", form: "POST /guardian" },
  "/change-email": {
    file: "features/accounts/change-email-page.tsx",
    params: ["token"],
    form: "POST /account/email",
  },
  "/forgot-password": { file: "features/accounts/forgot-password-page.tsx" },
  "/confirm-email": { file: "features/accounts/confirm-email-page.tsx", params: ["token"] },
  "/reset-password": { file: "features/accounts/reset-password-page.tsx", params: ["token"] },
  "/teach": { file: "features/applications/teach-page.tsx", isIndexed: true },
  "/newsletter": {
    file: "features/newsletter/newsletter-page.tsx",
    isIndexed: true,
    form: "POST /newsletter",
  },
  "/newsletter/confirm": {
    file: "features/newsletter/newsletter-confirm-page.tsx",
    params: ["token"],
    form: "POST /newsletter/confirm",
  },
  "/newsletter/unsubscribe": {
    file: "features/newsletter/newsletter-unsubscribe-page.tsx",
    params: ["token"],
    form: "POST /newsletter/confirm",
  },
  // The address of a mail program's own button, opened by hand.
  "/api/newsletter/unsubscribe/:token": { file: "features/newsletter/newsletter-unsubscribe-page.tsx" },
  "/notifications/unsubscribe": {
    file: "features/notifications/unsubscribe-page.tsx",
    params: ["token"],
    form: "PATCH /notifications/mail-link",
  },
  "/api/notifications/unsubscribe": {
    file: "features/notifications/unsubscribe-page.tsx",
    params: ["token"],
  },
  "/about-us": { file: "site/about/about-page.tsx", isIndexed: true },
  "/about": { file: "site/about/about-redirect.ts" },
  "/contact-us": { file: "features/contact/contact-page.tsx", isIndexed: true, form: "POST /contact" },
  "/terms-and-conditions": { file: "site/policies/terms-page.tsx", isIndexed: true },
  "/privacy-policy": { file: "site/policies/privacy-page.tsx", isIndexed: true },
  "/disclaimer": { file: "site/policies/disclaimer-page.tsx", isIndexed: true },
  "/refund-policy": { file: "site/policies/refund-page.tsx", isIndexed: true },
  "/api/docs": { file: "site/api-docs/api-docs-page.tsx", isIndexed: true },
} as const satisfies Readonly<Record<string, PublicPage>>;

/** A menu's links stand in this order. */
export const dashboardPages = {
  "/dashboard": { file: "dashboards/layout/dashboard-start.tsx" },
  "/dashboard/account": {
    file: "dashboards/account/account-page.tsx",
    loginReason: "see your account",
    menu: { of: "everyone", label: "Account", icon: "person" },
  },
  "/dashboard/selected-classes": {
    file: "dashboards/student/selected-classes-page.tsx",
    who: ["student"],
    loginReason: "see your selected classes",
    menu: { of: "student", label: "Selected Classes", icon: "bookmark", covers: ["/dashboard/payment/"] },
  },
  "/dashboard/payment/:id": {
    file: "dashboards/student/payment-page.tsx",
    who: ["student"],
    loginReason: "pay for your class",
  },
  // For every role: a student who becomes an instructor keeps what was bought.
  "/dashboard/enrolled-classes": {
    file: "dashboards/student/enrolled-classes-page.tsx",
    loginReason: "see your classes",
    menu: { of: "student", label: "Enrolled Classes", icon: "book", covers: ["/dashboard/gallery/"] },
  },
  "/dashboard/enrolled-classes/:classId": {
    file: "dashboards/student/enrolled-class-page.tsx",
    loginReason: "see your classes",
  },
  "/dashboard/enrolled-classes/:classId/lessons/:lessonId": {
    file: "dashboards/student/lesson-page.tsx",
    loginReason: "see your classes",
  },
  "/dashboard/gallery/:classId": { file: "dashboards/gallery/gallery-page.tsx" },
  "/dashboard/gallery/:classId/drawings/:id": { file: "dashboards/gallery/drawing-page.tsx" },
  "/dashboard/payment-history": {
    file: "dashboards/student/payment-history-page.tsx",
    loginReason: "see your payments",
    menu: { of: "student", label: "Payment History", icon: "card", covers: ["/dashboard/receipts/"] },
  },
  "/dashboard/payment-history/:id/withdraw": {
    file: "dashboards/student/withdraw-page.tsx",
    loginReason: "see your payments",
  },
  "/dashboard/receipts/:id": { file: "dashboards/student/receipt-page.tsx" },
  "/dashboard/notifications": { file: "features/notifications/notifications-page.tsx" },
  "/dashboard/notifications/choices": { file: "features/notifications/mail-choices-page.tsx" },
  "/dashboard/instructor/my-classes": {
    file: "dashboards/instructor/my-classes-page.tsx",
    who: ["instructor"],
    loginReason: "see your classes",
    menu: {
      of: "instructor",
      label: "My Classes",
      icon: "list",
      covers: [
        "/update/class/",
        "/dashboard/preview/",
        "/dashboard/instructor/curriculum/",
        "/dashboard/gallery/",
      ],
    },
  },
  "/dashboard/instructor/curriculum/:classId": {
    file: "dashboards/instructor/curriculum-page.tsx",
    who: ["instructor", "admin"],
  },
  "/dashboard/preview/:id": {
    file: "dashboards/instructor/class-preview-page.tsx",
    who: ["instructor", "admin"],
  },
  "/dashboard/instructor/critiques": {
    file: "dashboards/instructor/critiques-page.tsx",
    who: ["instructor"],
    menu: { of: "instructor", label: "Critiques", icon: "critique", count: "critiques" },
  },
  "/dashboard/add-class": {
    file: "dashboards/instructor/add-class-page.tsx",
    who: ["instructor"],
    loginReason: "add a class",
    menu: { of: "instructor", label: "Add A Class", icon: "plus" },
  },
  "/update/class/:id": {
    file: "dashboards/instructor/update-class-page.tsx",
    who: ["instructor", "admin"],
    loginReason: "edit your class",
  },
  "/dashboard/instructor/profile": {
    file: "dashboards/instructor/profile-page.tsx",
    who: ["instructor"],
    menu: { of: "instructor", label: "My Profile", icon: "pencil" },
  },
  "/dashboard/admin-panel": {
    file: "dashboards/admin/admin-panel-page.tsx",
    who: ["admin"],
    menu: { of: "admin", label: "Admin Panel", icon: "tiles" },
  },
  "/dashboard/manage-classes": {
    file: "dashboards/admin/manage-classes-page.tsx",
    who: ["admin"],
    menu: {
      of: "admin",
      label: "Manage Classes",
      icon: "stamp",
      covers: ["/feedback/", "/update/class/", "/dashboard/preview/", "/dashboard/instructor/curriculum/"],
    },
  },
  "/feedback/:id": { file: "dashboards/admin/feedback-page.tsx", who: ["admin"] },
  "/dashboard/admin/lesson-changes": {
    file: "dashboards/admin/lesson-changes-page.tsx",
    who: ["admin"],
    menu: { of: "admin", label: "Lesson changes", icon: "book" },
  },
  "/dashboard/admin/videos": {
    file: "dashboards/admin/videos-page.tsx",
    who: ["admin"],
    menu: { of: "admin", label: "Videos", icon: "film" },
  },
  "/dashboard/manage-users": {
    file: "dashboards/admin/manage-users-page.tsx",
    who: ["admin"],
    menu: { of: "admin", label: "Manage Users", icon: "people" },
  },
  "/dashboard/applications": {
    file: "dashboards/admin/applications-page.tsx",
    who: ["admin"],
    menu: { of: "admin", label: "Applications", icon: "pencil" },
  },
  "/dashboard/payments": {
    file: "dashboards/admin/payments-page.tsx",
    who: ["admin"],
    menu: { of: "admin", label: "Payments", icon: "card" },
  },
  "/dashboard/reports": {
    file: "dashboards/admin/reports-page.tsx",
    who: ["admin"],
    menu: { of: "admin", label: "Reports", icon: "shield" },
  },
  "/dashboard/certificates": {
    file: "dashboards/admin/certificates-page.tsx",
    who: ["admin"],
    menu: { of: "admin", label: "Certificates", icon: "seal" },
  },
  "/dashboard/messages": {
    file: "dashboards/admin/messages-page.tsx",
    who: ["admin"],
    menu: { of: "admin", label: "Messages", icon: "mail", count: "messages" },
  },
  "/dashboard/newsletter": {
    file: "dashboards/admin/newsletter-page.tsx",
    who: ["admin"],
    menu: { of: "admin", label: "Newsletter", icon: "letter" },
  },
  "/dashboard/audit-log": {
    file: "dashboards/admin/audit-log-page.tsx",
    who: ["admin"],
    menu: { of: "admin", label: "Audit log", icon: "list" },
  },
} as const satisfies Readonly<Record<string, DashboardPage>>;
