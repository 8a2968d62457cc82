import type { IconName } from "../../ui/icons.tsx";
import type { Role } from "../accounts/policy.ts";

export interface NavigationLink {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Where pages live that belong to this one without being below its address. */
  readonly covers?: readonly string[];
  /** What waits there, counted beside the label. */
  readonly count?: "messages";
}

export const home: NavigationLink = { to: "/", label: "Home", icon: "home" };
export const classes: NavigationLink = { to: "/classes", label: "Classes", icon: "palette" };
export const instructors: NavigationLink = { to: "/instructors", label: "Instructors", icon: "pencil" };

/** Where each role works. */
export const ofRole: Record<Role, NavigationLink> = {
  student: {
    to: "/dashboard/selected-classes",
    label: "Selected Classes",
    icon: "bookmark",
    covers: ["/dashboard/payment/"],
  },
  instructor: { to: "/dashboard/instructor/my-classes", label: "Manage Classes", icon: "book" },
  admin: { to: "/dashboard/admin-panel", label: "Dashboard", icon: "tiles" },
};

/** The bar at the top of public pages. */
export const publicLinks = (role: Role | undefined): readonly NavigationLink[] =>
  role ? [home, classes, instructors, ofRole[role]] : [home, classes, instructors];

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
      ["Teach", "/teach"],
      ["Newsletter", "/newsletter"],
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
