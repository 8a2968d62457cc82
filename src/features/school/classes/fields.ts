import { z } from "zod";
import { written } from "../../../access/fields.ts";
import { dollars } from "../../../platform/money.ts";
import { levels, maxLength, maxPrice, maxSeats, maxTopics, messages, minPrice } from "./policy.ts";
import { topics as topicNames } from "./state.ts";

const text = written(messages.controlCharacters);

export const className = text.min(1, messages.noName).max(maxLength.className, messages.longName);

export const price = dollars.refine(
  (amount) => amount >= minPrice * 100 && amount <= maxPrice * 100,
  messages.price,
);

export const availableSeats = z.int(messages.seats).min(0, messages.seats).max(maxSeats, messages.seats);

export const image = z
  .string()
  .trim()
  .min(1, messages.noPicture)
  .max(2000)
  .describe("Of an uploaded picture, as POST /images answers it, or of one elsewhere, by https");

export const level = z.enum(levels);

export const description = text.max(maxLength.description, messages.longDescription);

export const whatYouWillLearn = z
  .array(text.min(1).max(maxLength.outcome, messages.longOutcome))
  .max(maxLength.outcomes, messages.manyOutcomes);

export const topic = z.enum(topicNames);

export const topics = z
  .array(topic)
  .max(maxTopics, messages.manyTopics)
  .refine((chosen) => new Set(chosen).size === chosen.length, "Choose each topic once");

export const tools = text.max(maxLength.tools, messages.longTools);

const idempotencyKey = z
  .string()
  .regex(/^[\w-]{16,64}$/)
  .optional()
  .describe(
    "Made by the form; a second request with the same key returns the class that the first one added",
  );

export const heldAgainFields = { price, availableSeats, idempotencyKey };

export const feedback = text.max(maxLength.feedback, messages.longFeedback);

export const feedbackSeen = feedback
  .optional()
  .describe("The feedback that was seen while writing; refused when it has become another");

export const newClass = z.object({
  className,
  price,
  availableSeats,
  image,
  level: level.default("beginner"),
  topics: topics.default([]),
  description: description.default(""),
  whatYouWillLearn: whatYouWillLearn.default([]),
  tools: tools.default(""),
  idempotencyKey,
});
