import type { Row } from "../../../../access/api-query.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Cover } from "../../../../ui/cover.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import { Price } from "../../../../ui/price.tsx";
import "./class-card.css";

export type CatalogClass = Row<"GET /approvedClasses">;

type ListedFacts = Pick<
  CatalogClass,
  "_id" | "className" | "instructorName" | "availableSeats" | "price" | "image" | "picture"
>;

export interface CardFacts extends ListedFacts {
  readonly lessonStamp: string | undefined;
}

interface ClassCardProps {
  readonly item: CardFacts;
  readonly index: number;
  readonly headingLevel: "h2" | "h3";
  /** The cover is above the fold. */
  readonly isFirst: boolean;
  readonly action: ReactNode;
  readonly stamp?: string | undefined;
}

const lowSeatThreshold = 5;

export function ClassCard(props: ClassCardProps): ReactNode {
  const { item, index, headingLevel: Heading, isFirst, action, stamp } = props;
  const { _id, className, instructorName, availableSeats, price, image, picture } = item;
  const isLow = availableSeats < lowSeatThreshold;
  return (
    <li className="class-card panel casts-tone has-stretched-link">
      <Cover src={image} picture={picture} title={className} flipped={index % 2 === 1} eager={isFirst}>
        {item.lessonStamp && <span className="stamp is-at-start">{item.lessonStamp}</span>}
        {stamp && <span className="stamp">{stamp}</span>}
      </Cover>
      <div className="class-card-body">
        <Heading className="card-title">
          <Link to={`/classes/${_id}`}>{className}</Link>
        </Heading>
        <p className="class-card-by">with {instructorName}</p>
        <p className={isLow ? "class-card-seats is-low" : "class-card-seats"}>
          <Icon name="chair" />
          {seatsInWords(availableSeats)}
        </p>
        <div className="class-card-buy">
          <Price amount={price} />
          {action}
        </div>
      </div>
    </li>
  );
}

export function seatsInWords(seats: number): string {
  if (seats === 0) return "No seats left";
  return seats === 1 ? "1 seat available" : `${seats} seats available`;
}
