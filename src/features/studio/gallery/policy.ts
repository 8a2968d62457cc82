export const maxCommentLength = 1000;

export const commentRate = { calls: 20, seconds: 3600 } as const;
/** Enough for a whole gallery, and a change of mind. */
export const niceRate = { calls: 200, seconds: 3600 } as const;
/** For accounts younger than a day. */
export const maxFirstDayComments = 5;

export const problems = {
  noConsent: {
    code: "guardian-consent-missing",
    status: 403,
    detail:
      "The class gallery opens to you once your guardian has agreed. You can send them the email again from your account page.",
  },
  ageUnknown: {
    code: "age-unknown",
    status: 403,
    detail: "Before the class gallery opens to you, tell us whether you're 18 or older.",
  },
  noSuchDrawing: {
    code: "drawing-not-found",
    status: 404,
    detail: "This drawing isn't in the gallery anymore.",
  },
  noSuchComment: { code: "comment-not-found", status: 404, detail: "This comment has been removed." },
  nothingToShow: {
    code: "nothing-to-show",
    status: 409,
    detail: "Hand in your drawing first. Then you can show it to your class.",
  },
  hidden: {
    code: "drawing-hidden",
    status: 409,
    detail: "The school has taken this drawing out of the gallery, so it can't be shown again.",
  },
  notPublic: {
    code: "drawing-not-for-public",
    status: 409,
    detail:
      "The class page shows accepted drawings of adults that took more than one round, while they are in the class gallery.",
  },
  ownDrawing: {
    code: "own-drawing",
    status: 409,
    detail: "This is your own drawing. Its stamp is for your classmates to give.",
  },
  firstDay: {
    code: "comments-first-day",
    status: 429,
    detail: `A new account can write ${maxFirstDayComments} comments on its first day. Come back tomorrow for more.`,
  },
  noSuchPerson: { code: "person-not-found", status: 404, detail: "We couldn't find this person." },
  noBlock: {
    code: "cannot-block",
    status: 409,
    detail:
      "You can't block an instructor or the school's team. Report what bothers you instead; we'll look at it.",
  },
} as const;
