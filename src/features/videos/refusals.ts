import type { VideoRefusal } from "./state.ts";
export const refusalText = (refusal: VideoRefusal, _brokenAt: number | null): string => refusal;
