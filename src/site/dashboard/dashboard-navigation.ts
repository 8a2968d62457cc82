import type { DashboardIconName } from "../../ui/dashboard-icon.tsx";
import type { Role } from "../../access/policy.ts";
import { type NavigationLink, classes, home, instructors, ofRole } from "../layout/navigation.ts";

export interface DashboardLink extends NavigationLink {
  readonly icon: DashboardIconName;
  /** Other pages for which the link is current. */
  readonly covers?: readonly string[];
  readonly count?: "messages" | "critiques";
  readonly group?: string;
}

export const deskLink: DashboardLink = { to: "/dashboard", label: "Your desk", icon: "desk" };

/** For every role: a role may change after a purchase. */
export const enrolledLink: DashboardLink = {
  to: "/dashboard/enrolled-classes",
  label: "Enrolled Classes",
  icon: "book",
  covers: ["/dashboard/gallery/"],
};
export const paymentsLink: DashboardLink = {
  to: "/dashboard/payment-history",
  label: "Payment History",
  icon: "card",
  covers: ["/dashboard/receipts/"],
};

export const dashboardLinks: Record<Role, readonly DashboardLink[]> = {
  student: [
    { ...ofRole.student, icon: "bookmark", covers: ["/dashboard/payment/"] },
    enrolledLink,
    paymentsLink,
  ],
  instructor: [
    {
      to: "/dashboard/instructor/my-classes",
      label: "My Classes",
      icon: "list",
      covers: [
        "/update/class/",
        "/dashboard/preview/",
        "/dashboard/instructor/curriculum/",
        "/dashboard/gallery/",
      ],
    },
    { to: "/dashboard/instructor/critiques", label: "Critiques", icon: "critique", count: "critiques" },
    { to: "/dashboard/add-class", label: "Add A Class", icon: "plus" },
    { to: "/dashboard/instructor/profile", label: "My Profile", icon: "pencil" },
  ],
  admin: [
    { to: "/dashboard/admin-panel", label: "Admin Panel", icon: "tiles" },
    {
      to: "/dashboard/manage-classes",
      label: "Manage Classes",
      icon: "stamp",
      group: "Classes",
      covers: ["/feedback/", "/update/class/", "/dashboard/preview/", "/dashboard/instructor/curriculum/"],
    },
    { to: "/dashboard/admin/lesson-changes", label: "Lesson Changes", icon: "book" },
    { to: "/dashboard/admin/videos", label: "Videos", icon: "film" },
    { to: "/dashboard/certificates", label: "Certificates", icon: "seal" },
    { to: "/dashboard/manage-users", label: "Manage Users", icon: "people", group: "People" },
    { to: "/dashboard/applications", label: "Applications", icon: "pencil" },
    { to: "/dashboard/messages", label: "Messages", icon: "mail", count: "messages" },
    { to: "/dashboard/reports", label: "Reports", icon: "shield" },
    { to: "/dashboard/payments", label: "Payments", icon: "card", group: "School" },
    { to: "/dashboard/newsletter", label: "Newsletter", icon: "letter" },
    { to: "/dashboard/audit-log", label: "Audit Log", icon: "list" },
  ],
};

export const commonLinks: readonly DashboardLink[] = [
  { to: "/dashboard/account", label: "Account", icon: "person" },
  { ...home, icon: "home" },
  { ...classes, icon: "palette" },
  { ...instructors, icon: "pencil" },
  { to: "/about", label: "About", icon: "info" },
];
