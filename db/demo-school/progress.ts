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
