export const problems = {
  notAnExercise: {
    code: "lesson-not-an-exercise",
    status: 409,
    detail: "This lesson has no exercise to hand in a drawing for.",
  },
  noSeat: {
    code: "drawing-needs-a-seat",
    status: 403,
    detail: "Only students in this class can hand in drawings. Join the class to hand in yours.",
  },
  waiting: {
    code: "drawing-waits",
    status: 409,
    detail: "Your drawing is already waiting for its critique. Take it back first if you want to change it.",
  },
  accepted: {
    code: "drawing-accepted",
    status: 409,
    detail: "Your drawing was already accepted. There's nothing left to hand in.",
  },
  pictureGone: {
    code: "drawing-picture-gone",
    status: 409,
    detail: "One of the pictures isn't here anymore. Add it again, then hand in.",
  },
  manyWaiting: {
    code: "too-many-drawing-pictures",
    status: 409,
    detail: "You have too many pictures that aren't handed in yet. Remove some, then add this one.",
  },
  nothingWaits: {
    code: "nothing-to-take-back",
    status: 409,
    detail: "There's nothing to take back. Your instructor may have answered in the meantime: reload to see.",
  },
  noSuchDrawing: {
    code: "drawing-not-found",
    status: 404,
    detail: "This drawing isn't here anymore. Its student may have taken it back.",
  },
  critiqued: {
    code: "drawing-critiqued",
    status: 409,
    detail: "This drawing already has a critique, perhaps sent from another tab.",
  },
} as const;
