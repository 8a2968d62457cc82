/** pending → approved or denied, both final; denied → archived once it is submitted again as a new class. */
export const classStatuses = ["pending", "approved", "denied"] as const;
export type ClassStatus = (typeof classStatuses)[number];
export type Decision = Exclude<ClassStatus, "pending">;

export const mayDecide = (status: ClassStatus): boolean => status === "pending";
export const mayChange = (status: ClassStatus): boolean => status !== "denied";

/** In alphabetical order. Style sheets capitalize them. */
export const topics = ["backgrounds", "characters", "inking", "lettering", "tone", "tools"] as const;
export type Topic = (typeof topics)[number];
