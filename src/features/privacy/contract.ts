import { z } from "zod";
import { endpoint, only, withIdentityToken } from "../accounts/access.ts";
import { roles } from "../accounts/policy.ts";
import { obstacleKinds } from "./find-obstacles.ts";
import { maxSignInAge } from "./policy.ts";
import { problems } from "./problems.ts";

export const privacyContract = {
  "GET /account/deletion": endpoint({
    summary: "What must be settled before one's own account can be deleted",
    access: only(...roles),
    answer: z.object({
      obstacles: z.array(
        z.object({
          kind: z.enum(obstacleKinds),
          name: z.string().meta({ description: "Of the class; empty for `admin`" }),
        }),
      ),
    }),
  }),
  "POST /account/deletion": endpoint({
    summary: `Delete one's own account; needs an identity token of a sign-in in the last ${maxSignInAge / 60} minutes`,
    access: withIdentityToken,
    body: z.object({ email: z.string().max(254).meta({ description: "Typed once more, as a safeguard" }) }),
    answer: z.object({ isDeleted: z.literal(true) }),
    errors: Object.values(problems),
    rate: { calls: 10, seconds: 3600 },
  }),
};
