import { problemsOf } from "../../../platform/errors.ts";
import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { email, written } from "../../../access/fields.ts";
import { anyone, endpoint, onlyOwn } from "../../../access/policy.ts";
import { levels } from "../classes/policy.ts";
import { catalogTag, instructorsTag } from "../classes/cache-tags.ts";
import { picture } from "../pictures/contract.ts";
import { completeLink, linkProblem, maxCount, maxLength, messages } from "./policy.ts";

export const problems = problemsOf({
  "404 instructor-not-found": "We couldn't find this instructor.",
  "409 profile-changed-meanwhile":
    "Your profile was saved after you opened it here, maybe in another tab or on another device. Copy what you typed, then reload this page.",
});

const card = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string(),
  headline: z.string().describe("What they say of themselves in a line; may be empty"),
  classCount: z.int().describe("How many approved classes they have"),
  teaches: z.array(z.string()).describe("The names of their most popular approved classes, up to 3"),
});

const portfolioPicture = z.object({
  image: z.string(),
  description: z.string().describe("What it shows, for people who do not see it"),
});
const shownPicture = portfolioPicture.extend({ picture });

const text = written(messages.controlCharacters);
const oneLine = text.regex(/^\P{Cc}*$/u, messages.controlCharacters);

const link = z
  .string()
  .transform(completeLink)
  .superRefine((completed, context) => {
    const message = linkProblem(completed);
    if (message) context.addIssue({ code: "custom", message });
  });

const links = z
  .array(link)
  .max(maxCount.links, messages.manyLinks)
  .superRefine((all, context) => {
    for (const [index, each] of all.entries()) {
      if (all.indexOf(each) < index)
        context.addIssue({ code: "custom", message: messages.sameLink, path: [index] });
    }
  });

const ownEmail = { access: onlyOwn("email", "instructor"), params: z.object({ email }) } as const;

export const instructors = {
  "GET /instructors": endpoint({
    summary: "The instructors, first come first",
    access: anyone,
    query: z.object(pageQuery),
    answer: z.array(card),
    paged: true,
    cacheTags: () => [instructorsTag, catalogTag],
  }),
  "GET /instructors/popular": endpoint({
    summary: "The instructors whose approved classes have most students",
    access: anyone,
    query: z.object({ limit: z.coerce.number().int().min(1).max(20).default(6) }),
    answer: z.array(card),
    cacheTags: () => [catalogTag, instructorsTag],
  }),
  "GET /instructors/{id}": endpoint({
    summary: "One instructor, with all that they say and show of themselves",
    access: anyone,
    params: z.object({ id: z.uuid() }),
    answer: card.extend({
      bio: z.string(),
      links: z.array(z.object({ label: z.string(), url: z.string() })),
      portfolio: z.array(shownPicture),
      studentCount: z.int().describe("How many people are enrolled in their classes, each once"),
      levels: z.array(z.enum(levels)).describe("Of their approved classes"),
    }),
    errors: [problems["instructor-not-found"]],
    cacheTags: () => [instructorsTag, catalogTag],
  }),
  "GET /instructors/{id}/introduction": endpoint({
    summary: "What stands beside an instructor's class: a line of theirs, and what they draw",
    access: anyone,
    params: z.object({ id: z.uuid() }),
    answer: card
      .pick({ _id: true, image: true, headline: true })
      .extend({ portfolio: z.array(shownPicture).describe("The first three") }),
    errors: [problems["instructor-not-found"]],
    cacheTags: () => [instructorsTag],
  }),
  "GET /instructor/profile/{email}": endpoint({
    summary: "What the instructor says and shows of themselves, to be edited",
    ...ownEmail,
    answer: z.object({
      _id: z.string(),
      headline: z.string(),
      bio: z.string(),
      links: z.array(z.string()),
      portfolio: z.array(shownPicture),
      updatedAt: z.date().nullable().describe("When it was saved last (UTC); null: never"),
    }),
  }),
  "PATCH /instructor/profile/{email}": endpoint({
    summary: "Replace what one says and shows of oneself",
    ...ownEmail,
    body: z.object({
      headline: oneLine.max(maxLength.headline, messages.headline),
      bio: text.max(maxLength.bio, messages.bio),
      links,
      portfolio: z
        .array(
          z.object({
            image: z
              .string()
              .trim()
              .min(1, messages.noPicture)
              .max(2000)
              .describe("Of an uploaded picture, as POST /images answers it"),
            description: oneLine
              .min(1, messages.noDescription)
              .max(maxLength.description, messages.longDescription),
          }),
        )
        .max(maxCount.pictures, messages.manyPictures),
      seen: z.iso
        .datetime()
        .transform((time) => new Date(time))
        .nullable()
        .optional()
        .describe("The `updatedAt` that was read; refused if something else was saved since"),
    }),
    answer: z.object({ modifiedCount: z.int(), updatedAt: z.date() }),
    errors: [problems["profile-changed-meanwhile"]],
  }),
};
