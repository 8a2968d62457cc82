import { z } from "zod";
import { problems as classProblems } from "../../school/classes/policy.ts";
import { videoStates } from "../videos/policy.ts";
import { lessonKinds } from "./policy.ts";

export const ownErrors = [classProblems["class-not-found"], classProblems["not-your-class"]] as const;

export const idParams = z.object({ id: z.uuid() });
export const classParams = z.object({ classId: z.uuid() });
export const inClass = z.object({ classId: z.uuid(), id: z.uuid() });
export const inserted = z.object({ insertedId: z.string() });
export const modified = z.object({ modifiedCount: z.int() });

export const unknownZone = "Choose a time zone from the list";

export const cohort = {
  startsOn: z.iso
    .date("Choose the first day")
    .refine((day) => day >= "2000-01-01" && day <= "2100-12-31", "Choose a day of this century")
    .nullable()
    .describe("The first day of a cohort; null for a class at one's own pace"),
  timeZone: z
    .string()
    .refine(isTimeZone, unknownZone)
    .nullable()
    .describe("IANA name, such as America/New_York; the days and hours of the cohort are told in it"),
};

/** Names only: PostgreSQL inverts the sign of an offset. */
function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const kind = z.enum(lessonKinds);
export const seconds = z
  .int()
  .nullable()
  .describe("Length of the video; null without one, or before it is known");
export const opens = z
  .date()
  .nullable()
  .describe("When it opens to students (UTC); null when it is open from the start");

export const material = z.object({
  _id: z.string(),
  fileName: z.string(),
  bytes: z.int(),
  type: z.string().describe("What it is, in words: PDF, Photoshop file, brushes for Procreate"),
});
export const posterOf = z
  .string()
  .nullable()
  .describe(
    "The video whose poster is at /media/{classId}/{_id}/{posterOf}/poster.webp, and a small one at thumbnail.webp",
  );
export const posterAt = z
  .number()
  .nullable()
  .describe("The poster's second. As ?v= in its URL, it prevents an earlier poster from the cache");
const caption = z.object({ language: z.string().describe("BCP 47"), label: z.string() });
export const video = z.object({
  _id: z.string(),
  state: z.enum(videoStates),
  seconds: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  hasSound: z.boolean(),
  hasPoster: z.boolean(),
  posterAt,
  captions: z.array(caption),
  lacksCaptions: z.boolean().describe("It has sound, no captions, and is not marked as without speech"),
});
