import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { searchWords } from "../../../platform/search-words.ts";
import { email } from "../../../access/fields.ts";
import { anyone, endpoint, only, onlyOwn, roles } from "../../../access/policy.ts";
import { problems as enrollmentProblems } from "../../school/enrollments/contract.ts";
import { maxNameLength, maxReasonLength, messages, problems, certificateStates } from "./policy.ts";

const effort = z
  .object({
    lessons: z.int(),
    done: z.int(),
    ticked: z
      .int()
      .optional()
      .describe("Of those done: by the student’s word alone. Missing on early certificates"),
    exercises: z.int(),
    accepted: z.int(),
    rounds: z.int().describe("Rounds of drawings that were handed in"),
    films: z.int(),
    watchedThrough: z.int().describe("Videos watched to at least nine tenths"),
    seconds: z.int(),
    watchedSeconds: z.int(),
  })
  .describe("What counts toward finishing, and what is done of it");

const inOwnClass = z.object({ email, classId: z.uuid() });
const name = z
  .string()
  .trim()
  .min(1, messages.noName)
  .max(maxNameLength, messages.longName)
  .regex(/^\P{Cc}*$/u, messages.nameCharacters)
  .transform((text) => text.normalize("NFC"));
const reason = z
  .string()
  .trim()
  .min(1, messages.noReason)
  .max(maxReasonLength)
  .refine((text) => !text.includes("\0"), messages.nameCharacters);

export const certificatesContract = {
  "GET /certificates/{number}": endpoint({
    summary: "A certificate with its check, made now: signature, key and status",
    access: anyone,
    params: z.object({ number: z.string().max(40) }),
    answer: z.object({
      number: z.string(),
      name: z.string().nullable().describe("Null when the student does not show it"),
      className: z.string(),
      instructorName: z.string(),
      effort,
      finishedAt: z.date(),
      issuedAt: z.date(),
      revokedAt: z.date().nullable(),
      issuer: z.string().describe("A DID, whose document lists the keys"),
      check: z.object({ isGenuine: z.boolean(), isRevoked: z.boolean(), checkedAt: z.date() }),
      isReachable: z.boolean().describe("False on a localhost address, whose keys no stranger can read"),
    }),
    errors: [problems["certificate-not-found"]],
  }),
  "GET /learning/{email}/class/{classId}/certificate": endpoint({
    summary: "How far the student is toward the certificate of a class, and what is to stand on it",
    access: onlyOwn("email", ...roles),
    params: inOwnClass,
    answer: z.object({
      state: z.enum(certificateStates),
      number: z.string().nullable(),
      name: z.string(),
      isNamed: z.boolean(),
      needsGuardian: z
        .boolean()
        .describe("The name stays hidden until a guardian agrees, or the age is known"),
      effort,
    }),
    errors: [enrollmentProblems["not-enrolled"]],
  }),
  "PATCH /learning/{email}/class/{classId}/certificate": endpoint({
    summary: "Choose the name on one's certificate and whether it is shown, before it is issued or after",
    access: onlyOwn("email", ...roles),
    params: inOwnClass,
    body: z.object({ name, isNamed: z.boolean() }),
    answer: z.object({ isSaved: z.literal(true) }),
    errors: [enrollmentProblems["not-enrolled"]],
    rate: { calls: 30, seconds: 600 },
  }),
  "GET /admin/certificates": endpoint({
    summary: "Certificates, newest first",
    access: only("admin"),
    query: z.object({
      ...pageQuery,
      q: searchWords
        .optional()
        .describe("Words of the number, the name on it, or the class; or the student's id"),
    }),
    answer: z.array(
      z.object({
        _id: z.string(),
        number: z.string(),
        name: z.string(),
        student: z.object({ name: z.string(), email: z.string() }),
        className: z.string(),
        issuedAt: z.date(),
        revokedAt: z.date().nullable(),
        revokedWhy: z.string().nullable(),
      }),
    ),
    paged: true,
  }),
  "POST /admin/certificates/{id}/revoke": endpoint({
    summary: "Take a certificate back for good; the student is mailed the reason",
    access: only("admin"),
    params: z.object({ id: z.uuid() }),
    body: z.object({ reason }),
    answer: z.object({ isRevoked: z.literal(true) }),
    errors: [problems["certificate-not-found"], problems["certificate-revoked-already"]],
  }),
};
