import { Link } from "react-router";
import type { LessonStatus } from "../../../school/classes/lesson-status.ts";

export function RefundRule({ lessonStatus }: { readonly lessonStatus: LessonStatus }) {
  return (
    <>
      Refundable within 7 days of {lessonStatus === "upcoming" ? "the first lesson" : "purchase"} if you’ve
      opened less than 20% of the class. Discounted and promotional purchases are not refundable.{" "}
      <Link to="/refund-policy">Refund Policy</Link>
    </>
  );
}
