import { maxFileName, maxUploadsPerPerson } from "./policy.ts";

export const problems = {
  malformed: {
    code: "upload-malformed",
    status: 400,
    detail: "Something is missing from this upload. Reload the page and choose the file again.",
  },
  wrongName: {
    code: "upload-name",
    status: 400,
    detail: `This file's name can't be used. Give it one of at most ${maxFileName} characters, and choose it again.`,
  },
  empty: { code: "upload-empty", status: 400, detail: "This file is empty. Choose another one." },
  tooLarge: { code: "upload-too-large", status: 413, detail: "This file is too large." },
  tooMany: {
    code: "too-many-uploads-at-once",
    status: 429,
    detail: `You already have ${maxUploadsPerPerson} uploads running. Wait for one to finish, or cancel it.`,
  },
  diskFull: {
    code: "disk-full",
    status: 507,
    detail: "The school is out of storage. Please tell an admin; your work is safe.",
  },
  elsewhere: {
    code: "upload-on-another-server",
    status: 503,
    detail:
      "Part of this file is on another of the school's servers. The upload will resume once that server responds. If it doesn't, tell an admin: all servers need the same uploads folder.",
    retryAfter: 5,
  },
  noSuchUpload: {
    code: "upload-not-found",
    status: 404,
    detail: "This upload no longer exists. Choose the file again.",
  },
} as const;
