import type { Answer } from "../../access/api-query.ts";

type Instructor = Answer<"GET /instructors/{id}">;

const counted = (count: number, one: string, several: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;

/** "2 classes · 11 students"; omits zero counts. */
export function countsInWords({ classCount, studentCount }: Instructor): string {
  const parts = [
    classCount > 0 && counted(classCount, "class", "classes"),
    studentCount > 0 && counted(studentCount, "student", "students"),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(" · ") : "New on Senga";
}

const order = ["beginner", "intermediate", "advanced"] as const;

/** "Beginner and advanced level"; undefined without an open class. */
export function levelsInWords(levels: Instructor["levels"]): string | undefined {
  const words = order.filter((level) => levels.includes(level));
  const [first, ...rest] = words;
  if (first === undefined) return undefined;
  if (words.length === order.length) return "All levels";
  const all = [first, ...rest].join(" and ");
  return `${all.slice(0, 1).toUpperCase()}${all.slice(1)} level`;
}

export function personThing(origin: string, instructor: Instructor): object {
  const { _id, name, image, headline, bio, links, teaches } = instructor;
  const about = bio || headline;
  return {
    "@type": "Person",
    name,
    url: `${origin}/instructors/${_id}`,
    image: image.startsWith("/") ? `${origin}${image}` : image,
    jobTitle: "Drawing instructor",
    ...(about && { description: about }),
    ...(links.length > 0 && { sameAs: links.map(({ url }) => url) }),
    ...(teaches.length > 0 && { knowsAbout: teaches }),
  };
}
