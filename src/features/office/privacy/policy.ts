/** Seconds since the sign-in during which a person may delete or export their account. */
export const maxSignInAge = 600;
/** Seconds within which the browser must start the download. */
export const exportTicketSeconds = 60;
