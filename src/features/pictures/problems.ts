import { mostUploadsOfOne } from "./policy.ts";

/** Why a picture was not taken. Apart from the contract, so that the drawing process loads no schemas. */
export const problems = {
  notAPicture: {
    code: "not-a-picture",
    status: 422,
    detail: "This file is not a picture that we can read. Send a JPEG, PNG, WebP or AVIF.",
  },
  damaged: {
    code: "picture-damaged",
    status: 422,
    detail:
      "This picture is damaged or was cut short. Open it, save it anew as a JPEG or PNG, and send that.",
  },
  moreThanAPicture: {
    code: "more-than-a-picture",
    status: 422,
    detail:
      "This file goes on after the end of the picture. Open it, save it anew as a JPEG or PNG, and send that.",
  },
  tooManyPixels: {
    code: "too-many-pixels",
    status: 422,
    detail: "This picture has more than 40 megapixels. Make it smaller and send it again.",
  },
  tooLarge: {
    code: "picture-too-large",
    status: 413,
    detail:
      "This picture is larger than 10 MB. Make it smaller, or save it as a JPEG or WebP, and send that.",
  },
  noFile: { code: "no-file", status: 400, detail: "Send the picture as the form field “image”." },
  tooManyUploads: {
    code: "too-many-uploads",
    status: 503,
    detail: "Many pictures are being uploaded at this moment. Try again in half a minute.",
    retryAfter: 30,
  },
  tooManyOfYours: {
    code: "too-many-of-your-uploads",
    status: 429,
    detail: `${mostUploadsOfOne} of your pictures are still being worked on. Wait for them, then send this one.`,
    retryAfter: 10,
  },
  busy: {
    code: "picture-busy",
    status: 503,
    detail: "This very picture is being worked on already. Try again in a minute.",
    retryAfter: 60,
  },
} as const;
