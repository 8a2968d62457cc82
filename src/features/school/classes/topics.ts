/** In alphabetical order. Style sheets capitalize them. */
export const topics = ["backgrounds", "characters", "inking", "lettering", "tone", "tools"] as const;
export type Topic = (typeof topics)[number];
