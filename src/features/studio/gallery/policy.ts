import { problemsOf } from "../../../platform/errors.ts";

export const maxCommentLength = 1000;

export const commentRate = { calls: 20, seconds: 3600 } as const;
/** Enough for a whole gallery, and a change of mind. */
export const niceRate = { calls: 200, seconds: 3600 } as const;
/** For accounts younger than a day. */
export const maxFirstDayComments = 5;

export const problems = problemsOf({
  "403 guardian-consent-missing":
    "The class gallery opens to you once your guardian has agreed. You can send them the email again from your account page.",
  "403 age-unknown": "Before the class gallery opens to you, tell us whether you're 18 or older.",
  "404 drawing-not-found": "This drawing isn't in the gallery anymore.",
  "404 comment-not-found": "This comment has been removed.",
  "409 nothing-to-show": "Hand in your drawing first. Then you can share it with your class.",
  "409 drawing-hidden": "The school has taken this drawing out of the gallery, so it can't be shared again.",
  "409 drawing-not-for-public":
    "The class page shows accepted drawings of adults that took more than one round, while they are in the class gallery.",
  "409 own-drawing": "This is your own drawing. Its stamp is for your classmates to give.",
  "429 comments-first-day": `A new account can write ${maxFirstDayComments} comments on its first day. Come back tomorrow for more.`,
  "404 person-not-found": "We couldn't find this person.",
  "409 cannot-block":
    "You can't block an instructor or the school's team. Report what bothers you instead; we'll look at it.",
});
