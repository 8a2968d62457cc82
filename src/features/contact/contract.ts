import { z } from "zod";
import { anyone, endpoint } from "../accounts/access.ts";
import { email } from "../accounts/contract.ts";

export const contact = {
  "POST /contact": endpoint({
    summary: "Write to support",
    access: anyone,
    body: z.object({
      name: z.string().trim().min(1, "Name is required").max(100),
      email,
      message: z.string().trim().min(1, "Message is required").max(5000),
    }),
    answer: z.object({ insertedId: z.string() }),
    rate: { calls: 5, seconds: 600 },
  }),
};
