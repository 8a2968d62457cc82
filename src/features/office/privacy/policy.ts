/** Seconds since the sign-in for which a person may delete or export their account. */
export const maxSignInAge = 600;
/** Seconds in which the browser has to begin the download. */
export const exportTicketSeconds = 60;
