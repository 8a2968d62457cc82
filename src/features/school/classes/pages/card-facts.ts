import type { CardFacts, CatalogClass } from "./class-card.tsx";
import { lessonStamp } from "../lesson-status.ts";

/** For loaders: keeps descriptions out of their data, which the document embeds, and words out of the scripts. */
export const cardFacts = (item: CatalogClass): CardFacts => {
  const { _id, className, instructorName, availableSeats, lessonStatus, price, image, picture } = item;
  const stamp = lessonStamp(lessonStatus);
  return { _id, className, instructorName, availableSeats, lessonStamp: stamp, price, image, picture };
};
