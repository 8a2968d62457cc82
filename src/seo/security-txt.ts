const days = 24 * 60 * 60 * 1000;
/** How long the file may be believed; it is written anew at each reading, so that it is never near its end. */
const lifetime = 180 * days;

/** Whom to tell of a weakness (RFC 9116). */
export const securityTxt = (origin: string, email: string, now: Date): string =>
  [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(now.getTime() + lifetime).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n");
