import { z } from "zod";
import { endpoint, only, roles, withIdentityToken } from "../../../access/policy.ts";
import { obstacleKinds } from "./delete-account.ts";
import { maxSignInAge, problems } from "./policy.ts";

export const privacyContract = {
  "GET /account/deletion": endpoint({
    summary: "What must be settled before one's own account can be deleted",
    access: only(...roles),
    answer: z.object({
      obstacles: z.array(
        z.object({
          kind: z.enum(obstacleKinds),
          name: z.string().describe("Of the class; empty for `admin`"),
        }),
      ),
    }),
  }),
  "POST /account/export": endpoint({
    summary: `Where to download all of one's own data, within a minute and with the media cookie; needs an identity token of a sign-in in the last ${maxSignInAge / 60} minutes`,
    access: withIdentityToken,
    answer: z.object({ path: z.string() }),
    errors: [problems["sign-in-again"], problems["account-not-found"]],
    rate: { calls: 5, seconds: 3600 },
  }),
  "POST /account/deletion": endpoint({
    summary: `Delete one's own account; needs an identity token of a sign-in in the last ${maxSignInAge / 60} minutes`,
    access: withIdentityToken,
    body: z.object({ email: z.string().max(254).describe("Typed once more, as a safeguard") }),
    answer: z.object({ isDeleted: z.literal(true) }),
    errors: [
      problems["sign-in-again"],
      problems["account-not-found"],
      problems["other-email"],
      problems["deletion-not-possible"],
    ],
    rate: { calls: 10, seconds: 3600 },
  }),
};
