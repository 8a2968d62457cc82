export const homes = {
  instructor: { to: "/dashboard/instructor/my-classes", label: "My Classes" },
  admin: { to: "/dashboard/manage-classes", label: "Manage Classes" },
} as const;

export type Home = (typeof homes)[keyof typeof homes];

export const sendAgainPath = (id: string): string => `/dashboard/add-class?again=${id}`;
