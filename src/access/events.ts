import { defineEvent } from "../platform/events.ts";

export interface FormerEmail {
  readonly email: string;
  /** Anyone can open an account with another's address. */
  readonly isMailboxTheirs: boolean;
}

/** A person's name, photo, email or guardian's consent changed: stored copies and cached pages follow. */
export const personChanged = defineEvent<{
  readonly personId: string;
  readonly former?: FormerEmail;
}>("person changed");

/** They were suspended or reinstated: cached pages show or hide what is theirs. */
export const suspensionChanged = defineEvent<{ readonly personId: string }>("suspension changed");

/** The owner of an email claims an account that someone else may have opened with it. */
export const accountClaimed = defineEvent<{ readonly issuer: string; readonly subject: string }>(
  "account claimed",
);

/** A record was created for a sign-in. Listeners throw if it may not have one. */
export const userCreated = defineEvent<{ readonly issuer: string; readonly subject: string }>("user created");
