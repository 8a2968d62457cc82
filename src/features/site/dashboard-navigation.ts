import type { Role } from "../accounts/policy.ts";
import { type NavigationLink, classes, home, instructors, ofRole } from "./navigation.ts";

/** The side menu of the dashboard: what the role works with. */
export const dashboardLinks: Record<Role, readonly NavigationLink[]> = {
  student: [
    ofRole.student,
    { to: "/dashboard/enrolled-classes", label: "Enrolled Classes", icon: "book" },
    { to: "/dashboard/payment-history", label: "Payment History", icon: "card" },
  ],
  instructor: [
    {
      to: "/dashboard/instructor/my-classes",
      label: "My Classes",
      icon: "book",
      covers: ["/update/class/"],
    },
    { to: "/dashboard/add-class", label: "Add A Class", icon: "plus" },
  ],
  admin: [
    {
      to: "/dashboard/admin-panel",
      label: "Admin Panel",
      icon: "home",
      covers: ["/dashboard/audit-log", "/dashboard/payments"],
    },
    { to: "/dashboard/manage-classes", label: "Manage Classes", icon: "book", covers: ["/feedback/"] },
    { to: "/dashboard/manage-users", label: "Manage Users", icon: "people" },
  ],
};

/** The side menu's second part, the same for everyone. */
export const commonLinks: readonly NavigationLink[] = [
  home,
  classes,
  instructors,
  { to: "/about", label: "About", icon: "info" },
];
