export const sales: readonly (readonly [student: string, className: string, daysAgo: number])[] = [
  ["ada", "Eyes That Speak", 61],
  ["kenji", "Eyes That Speak", 58],
  ["lucia", "Eyes That Speak", 52],
  ["omar", "Eyes That Speak", 41],
  ["tilda", "Eyes That Speak", 33],
  ["minh", "Eyes That Speak", 20],
  ["rosa", "Eyes That Speak", 6],
  ["kenji", "Streets in One-Point Perspective", 50],
  ["omar", "Streets in One-Point Perspective", 44],
  ["tilda", "Streets in One-Point Perspective", 31],
  ["minh", "Streets in One-Point Perspective", 18],
  ["rosa", "Streets in One-Point Perspective", 5],
  ["ada", "Streets in One-Point Perspective", 3],
  ["ada", "Heads from Any Angle", 48],
  ["lucia", "Heads from Any Angle", 39],
  ["minh", "Heads from Any Angle", 17],
  ["rosa", "Heads from Any Angle", 12],
  ["kenji", "Heads from Any Angle", 2],
  ["ada", "Hair Built from Ribbons", 37],
  ["tilda", "Hair Built from Ribbons", 22],
  ["noor", "Hair Built from Ribbons", 16],
  ["lucia", "Hair Built from Ribbons", 9],
  ["omar", "Screentone and Light", 28],
  ["kenji", "Screentone and Light", 19],
  ["minh", "Screentone and Light", 8],
  ["lucia", "Speed Lines and Impact", 26],
  ["rosa", "Speed Lines and Impact", 11],
  ["noor", "One Hundred Pen Lines", 34],
  ["tilda", "Hands Built from Boxes", 14],
  ["kenji", "Hands Built from Boxes", 13],
  ["lucia", "Twelve Moods, One Face", 12],
  ["minh", "Twelve Moods, One Face", 10],
  ["omar", "Big Summer Skies", 7],
];

export const picks: readonly (readonly [student: string, className: string])[] = [
  ["noor", "Speed Lines and Impact"],
  ["noor", "Screentone and Light"],
  ["noor", "Eyes That Speak"],
  ["rosa", "Panels That Read Themselves"],
];

/** The first lessons are done and the next one is open, so that Continue has a target. */
export const progress: readonly (readonly [
  student: string,
  className: string,
  done: number,
  startedDaysAgo: number,
  daysEach: number,
])[] = [
  ["noor", "One Hundred Pen Lines", 5, 33, 3.4],
  ["noor", "Hair Built from Ribbons", 5, 9, 1.5],
];
