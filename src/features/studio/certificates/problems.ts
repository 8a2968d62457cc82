import { maxNameLength } from "./policy.ts";

export const problems = {
  noSuchCertificate: {
    code: "certificate-not-found",
    status: 404,
    detail: "There's no certificate with this number. Check the twelve letters and digits.",
  },
  revoked: {
    code: "certificate-revoked",
    status: 410,
    detail: "This certificate was revoked. Its page says when.",
  },
  revokedAlready: {
    code: "certificate-revoked-already",
    status: 409,
    detail: "This certificate has already been revoked. Reload to see when and why.",
  },
} as const;

export const messages = {
  noName: "Write the name for your certificate.",
  longName: `A name has at most ${maxNameLength} characters.`,
  nameCharacters: "Write the name on one line, without control characters.",
  noReason: "Say why. The student will read it, and it's kept in the audit log.",
} as const;
