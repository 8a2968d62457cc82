export const applications: readonly (readonly [
  student: string,
  text: string,
  portfolio: string,
  daysAgo: number,
])[] = [
  [
    "kenji",
    "I've drawn backgrounds for a small studio for six years: alleys, stations, rooms with too many cables.\nMy first class would be about rooms that look lived in, for people who have taken the perspective one.",
    "https://portfolio.example/kenji-mori",
    4,
  ],
];
