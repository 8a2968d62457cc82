/**
 * A class's way to the catalog. Both decisions are final. A denied class is not edited: its instructor sends it again,
 * as a new pending class, and the denied one is archived.
 *
 *     pending ──▶ approved
 *        └──────▶ denied ──▶ archived (sent again as another class)
 */
export const classStatuses = ["pending", "approved", "denied"] as const;
export type ClassStatus = (typeof classStatuses)[number];
export type Decision = Exclude<ClassStatus, "pending">;

export const mayDecide = (status: ClassStatus): boolean => status === "pending";
export const mayChange = (status: ClassStatus): boolean => status !== "denied";
