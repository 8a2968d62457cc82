const days = 24 * 60 * 60 * 1000;
/** Milliseconds. Each response renews it, so it never nears expiry. */
const lifetime = 180 * days;

export const securityTxt = (origin: string, email: string, now: Date): string =>
  [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(now.getTime() + lifetime).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n");
