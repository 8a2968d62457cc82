/**
 * A class's way to the catalogue. Both decisions are final.
 *
 *     pending ──▶ approved
 *        └──────▶ denied
 */
export const classStatuses = ["pending", "approved", "denied"] as const;
export type ClassStatus = (typeof classStatuses)[number];
export type Decision = Exclude<ClassStatus, "pending">;

export const mayDecide = (status: ClassStatus): boolean => status === "pending";
