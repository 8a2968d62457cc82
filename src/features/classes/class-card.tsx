import type { ReactNode } from "react";
import type { CallAnswer } from "../../platform/http/contract.ts";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Price } from "../../ui/price.tsx";
import type { classesContract } from "./contract.ts";
import "./class-card.css";

/** A class as the catalogue lists it. */
export type CatalogueClass = CallAnswer<(typeof classesContract)["GET /approvedClasses"]>[number];

interface ClassCardProps {
  readonly item: CatalogueClass;
  readonly index: number;
  readonly headingLevel: "h2" | "h3";
  /** What can be done with the class: the button beside the price. */
  readonly action: ReactNode;
  readonly stamp?: string | undefined;
}

/** Under this many, the seats are worth a warning. */
const fewSeats = 5;

export function ClassCard({ item, index, headingLevel: Heading, action, stamp }: ClassCardProps): ReactNode {
  const { className, instructorName, availableSeats, price, image } = item;
  const isLow = availableSeats < fewSeats;
  return (
    <li className="class-card panel casts-tone">
      <Cover src={image} title={className} flipped={index % 2 === 1} eager={index < 3}>
        {stamp && <span className="stamp">{stamp}</span>}
      </Cover>
      <div className="class-card-body">
        <Heading className="card-title">{className}</Heading>
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

function seatsInWords(seats: number): string {
  if (seats === 0) return "No seats left";
  return seats === 1 ? "1 seat available" : `${seats} seats available`;
}
