import { z } from "zod";
import { endpoint, only } from "../../../access/policy.ts";
import { maxPictureBytes, problems } from "./policy.ts";

export const picture = z
  .object({ width: z.int(), height: z.int(), widths: z.array(z.int()), placeholder: z.string() })
  .nullable()
  .describe("null for a picture that is kept elsewhere");

export const picturesContract = {
  "POST /images": endpoint({
    summary: "Upload a picture (multipart, field “image”) and get its address",
    access: only("instructor", "admin"),
    accepts: "multipart",
    // Covers the headers of the multipart parts.
    bodyLimit: maxPictureBytes + 10_000,
    answer: z.object({ success: z.literal(true), data: z.object({ url: z.string() }) }),
    errors: Object.values(problems),
    rate: { calls: 60, seconds: 600 },
  }),
};
