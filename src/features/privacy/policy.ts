/** Seconds since the sign-in for which a person may delete their account. */
export const maxSignInAge = 600;
