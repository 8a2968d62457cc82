import type { Role } from "../../src/access/policy.ts";

export interface DemoPerson {
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly portrait: string;
  readonly role: Role;
}

/** Public on purpose: the accounts exist only in a demo (settings.ts, loadsDemoSchool). */
export const demoPassword = "Draw!2026";

const person = (
  key: string,
  name: string,
  portrait: string,
  role: Role,
  email = `${key}@senga.example`,
): DemoPerson => ({
  key,
  name,
  email,
  portrait: `/drawings/portrait-${portrait}.svg`,
  role,
});

export const people: readonly DemoPerson[] = [
  person("admin", "Robin Vale", "penguin", "admin"),

  person("mio", "Mio Tanabe", "cat", "instructor"),
  person("haru", "Haru Okafor", "onigiri", "instructor"),
  person("lena", "Lena Brandt", "robot", "instructor"),
  person("teo", "Teo Marchetti", "fox", "instructor"),
  person("juno", "Juno Park", "ghost", "instructor"),
  person("sana", "Sana Iyer", "cactus", "instructor"),
  person("iris", "Iris Falk", "daruma", "instructor", "instructor@senga.example"),

  person("noor", "Noor Haddad", "frog", "student", "student@senga.example"),
  person("ada", "Ada Winter", "bunny", "student"),
  person("kenji", "Kenji Mori", "penguin", "student"),
  person("lucia", "Lucía Ortega", "cat", "student"),
  person("omar", "Omar Diallo", "robot", "student"),
  person("tilda", "Tilda Nyström", "fox", "student"),
  person("minh", "Minh Tran", "ghost", "student"),
  person("rosa", "Rosa Lindqvist", "onigiri", "student"),
];

export const namedAccounts = people
  .filter(({ email }) => /^(student|instructor|admin)@/.test(email))
  .toReversed();

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
