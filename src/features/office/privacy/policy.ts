/** Seconds since the sign-in during which a person may delete or export their account. */
export const maxSignInAge = 600;
/** Seconds within which the browser must start the download. */
export const exportTicketSeconds = 60;

export const problems = {
  signInAgain: {
    code: "sign-in-again",
    status: 403,
    detail: "Log in again first, so we know it's you.",
  },
  noAccount: {
    code: "account-not-found",
    status: 404,
    detail: "This login no longer has an account.",
  },
  otherEmail: {
    code: "other-email",
    status: 400,
    detail: "That isn't this account's email address.",
  },
  ticketExpired: {
    code: "export-ticket-expired",
    status: 403,
    detail: "This download link works for one minute. Start again from your account page.",
  },
  inTheWay: {
    code: "deletion-not-possible",
    status: 409,
    detail: "We can't delete your account yet. Reload the page to see why.",
  },
} as const;
