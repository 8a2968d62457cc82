import { maxFileName, maxUploadsPerPerson } from "./policy.ts";

export const problems = {
  malformed: {
    code: "upload-malformed",
    status: 400,
    detail: "The upload doesn't say what it is. Reload the page and choose the file again.",
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
    detail: "The school has no room for this file right now. Tell an admin; nothing of yours is lost.",
  },
  elsewhere: {
    code: "upload-on-another-server",
    status: 503,
    detail:
      "What has arrived of this file is on another of the school's servers, and the upload goes on once that one answers. If it doesn't, tell an admin: all servers need the same uploads folder.",
    retryAfter: 5,
  },
  noSuchUpload: {
    code: "upload-not-found",
    status: 404,
    detail: "This upload is no longer here. Choose the file again.",
  },
} as const;
