import { problemsOf } from "../../../platform/errors.ts";

/** Seconds since the sign-in during which a person may delete or export their account. */
export const maxSignInAge = 600;
/** Seconds within which the browser must start the download. */
export const exportTicketSeconds = 60;

export const problems = problemsOf({
  "403 sign-in-again": "Log in again first, so we know it's you.",
  "404 account-not-found": "This login no longer has an account.",
  "400 other-email": "That isn't this account's email address.",
  "403 export-ticket-expired": "This download link works for one minute. Start again from your account page.",
  "409 deletion-not-possible": "We can't delete your account yet. Reload the page to see why.",
});
