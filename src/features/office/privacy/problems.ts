export const problems = {
  signInAgain: {
    code: "sign-in-again",
    status: 403,
    detail: "Sign in again first: this is to make sure that it's you.",
  },
  noAccount: {
    code: "account-not-found",
    status: 404,
    detail: "There is no account for this sign-in any more.",
  },
  otherEmail: {
    code: "other-email",
    status: 400,
    detail: "That isn't the email address of this account.",
  },
  ticketExpired: {
    code: "export-ticket-expired",
    status: 403,
    detail: "This download has to begin within a minute. Start it again from your account.",
  },
  inTheWay: {
    code: "deletion-not-possible",
    status: 409,
    detail:
      "Something has to be settled before your account can be deleted. Load the page again to see what.",
  },
} as const;
