import { z } from "zod";
import { endpoint, only, roles, withIdentityToken } from "../../../access/policy.ts";
import { problemsOf } from "../../../platform/errors.ts";

/** Seconds since the sign-in during which a person may delete or export their account. */
export const maxSignInAge = 600;
/** Seconds within which the browser must start the download. */
export const exportTicketSeconds = 60;

export const obstacleKinds = ["admin", "payment", "class"] as const;

export const problems = problemsOf({
  "403 sign-in-again": "Log in again first, so we know it's you.",
  "404 account-not-found": "This login no longer has an account.",
  "400 other-email": "That isn't this account's email address.",
  "403 export-ticket-expired": "This download link works for one minute. Start again from your account page.",
  "409 deletion-not-possible": "We can't delete your account yet. Reload the page to see why.",
});

export const privacyContract = {
  "GET /account/deletion": endpoint({
    summary:
      "What must be settled before one's own account can be deleted, and which refund requests go with it",
    access: only(...roles),
    answer: z.object({
      obstacles: z.array(
        z.object({
          kind: z.enum(obstacleKinds),
          name: z.string().describe("Of the class; empty for `admin`"),
        }),
      ),
      refundRequests: z.array(z.string()).describe("Names of the classes whose requests are still open"),
    }),
  }),
  "POST /account/export": endpoint({
    summary: `Where to download all of one's own data, within a minute and with the media cookie; needs an identity token of a sign-in in the last ${maxSignInAge / 60} minutes`,
    access: withIdentityToken,
    answer: z.object({ path: z.string() }),
    errors: [problems["sign-in-again"], problems["account-not-found"]],
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
  }),
};
