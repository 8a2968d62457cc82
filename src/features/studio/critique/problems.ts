export const problems = {
  notAnExercise: {
    code: "lesson-not-an-exercise",
    status: 409,
    detail: "This lesson has no exercise to hand in a drawing for.",
  },
  noSeat: {
    code: "drawing-needs-a-seat",
    status: 403,
    detail: "Drawings are handed in by the students of the class. Join the class to hand in yours.",
  },
  waiting: {
    code: "drawing-waits",
    status: 409,
    detail: "Your drawing already waits for its critique. Take it back first if you want to change it.",
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
    detail: "You have many pictures that aren't handed in. Take some off, then add this one.",
  },
  nothingWaits: {
    code: "nothing-to-take-back",
    status: 409,
    detail: "There's nothing to take back: your instructor may have answered meanwhile. Reload to see it.",
  },
  noSuchDrawing: {
    code: "drawing-not-found",
    status: 404,
    detail: "This drawing isn't here anymore. Its student may have taken it back.",
  },
  critiqued: {
    code: "drawing-critiqued",
    status: 409,
    detail: "This drawing has its critique already: you or somebody else sent one from another tab.",
  },
} as const;
