import type { IconName } from "../../ui/icons.tsx";
import type { Role } from "../accounts/policy.ts";

export interface NavigationLink {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Where pages live that belong to this one without being below its address. */
  readonly covers?: string;
}

const home: NavigationLink = { to: "/", label: "Home", icon: "home" };
const classes: NavigationLink = { to: "/classes", label: "Classes", icon: "book" };
const instructors: NavigationLink = { to: "/instructors", label: "Instructors", icon: "people" };

const ofRole: Record<Role, NavigationLink> = {
  student: {
    to: "/dashboard/selected-classes",
    label: "Selected Classes",
    icon: "bookmark",
    covers: "/dashboard/payment/",
  },
  instructor: { to: "/dashboard/instructor/my-classes", label: "Manage Classes", icon: "book" },
  admin: { to: "/dashboard/admin-panel", label: "Dashboard", icon: "home" },
};

/** The bar at the top of public pages. */
export const publicLinks = (role: Role | undefined): readonly NavigationLink[] =>
  role ? [home, classes, instructors, ofRole[role]] : [home, classes, instructors];

/** The side menu of the dashboard: what the role works with. */
export const dashboardLinks: Record<Role, readonly NavigationLink[]> = {
  student: [
    ofRole.student,
    { to: "/dashboard/enrolled-classes", label: "Enrolled Classes", icon: "book" },
    { to: "/dashboard/payment-history", label: "Payment History", icon: "card" },
  ],
  instructor: [
    { to: "/dashboard/instructor/my-classes", label: "My Classes", icon: "book" },
    { to: "/dashboard/add-class", label: "Add A Class", icon: "bookmark" },
  ],
  admin: [
    { to: "/dashboard/admin-panel", label: "Admin Panel", icon: "home" },
    { to: "/dashboard/manage-classes", label: "Manage Classes", icon: "book" },
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

export const footerGroups = [
  {
    title: "Pages",
    links: [
      ["Home", "/"],
      ["Classes", "/classes"],
      ["Instructor", "/instructors"],
    ],
  },
  {
    title: "Company",
    links: [
      ["About Us", "/about-us"],
      ["Contact Us", "/contact-us"],
    ],
  },
  {
    title: "Legal",
    links: [
      ["Privacy Policy", "/privacy-policy"],
      ["Terms and Conditions", "/terms-and-conditions"],
      ["Refund Policy", "/refund-policy"],
      ["Disclaimer", "/disclaimer"],
    ],
  },
] as const;
