import type { Role } from "../../access/policy.ts";

export interface NavigationLink {
  readonly to: string;
  readonly label: string;
}

export const home: NavigationLink = { to: "/", label: "Home" };
export const classes: NavigationLink = { to: "/classes", label: "Classes" };
export const instructors: NavigationLink = { to: "/instructors", label: "Instructors" };

export const ofRole: Record<Role, NavigationLink> = {
  student: { to: "/dashboard/selected-classes", label: "Selected Classes" },
  instructor: { to: "/dashboard/instructor/my-classes", label: "Manage Classes" },
  admin: { to: "/dashboard/admin-panel", label: "Dashboard" },
};

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
