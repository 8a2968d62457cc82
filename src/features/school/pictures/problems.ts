import { maxUploadsPerPerson } from "./policy.ts";

/** Separate from the contract, so that the image worker does not load Zod. */

/** What a form also says, before anything is sent. */
export const fileProblems = {
  notAPicture: {
    code: "not-a-picture",
    status: 422,
    detail: "We can't read this file as a picture. Send a JPEG, PNG, WebP or AVIF.",
  },
  tooLarge: {
    code: "picture-too-large",
    status: 413,
    detail:
      "This picture is larger than 10 MB. Make it smaller, or save it as a JPEG or WebP, and send that.",
  },
} as const;

export const problems = {
  ...fileProblems,
  damaged: {
    code: "picture-damaged",
    status: 422,
    detail: "This picture is damaged or incomplete. Open it, save it again as a JPEG or PNG, and send that.",
  },
  tooMuchWork: {
    code: "picture-too-much-work",
    status: 422,
    detail:
      "This picture takes too long to open. Make it smaller, or save it again as a JPEG or PNG, and send that.",
  },
  tooManyPixels: {
    code: "too-many-pixels",
    status: 422,
    detail: "This picture has more than 40 megapixels. Make it smaller, then send it again.",
  },
  noFile: { code: "no-file", status: 400, detail: "Send the picture as the form field “image”." },
  tooManyUploads: {
    code: "too-many-uploads",
    status: 503,
    detail: "Lots of pictures are being uploaded right now. Please try again in half a minute.",
    retryAfter: 30,
  },
  tooManyOfYours: {
    code: "too-many-of-your-uploads",
    status: 429,
    detail: `${maxUploadsPerPerson} of your pictures are still being processed. Wait for them to finish, then send this one.`,
    retryAfter: 10,
  },
  busy: {
    code: "picture-busy",
    status: 503,
    detail: "This picture is already being processed. Try again in a minute.",
    retryAfter: 60,
  },
} as const;
