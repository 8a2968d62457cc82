import type { Row } from "../../../../access/api-query.ts";
import type { ReactNode } from "react";
import { Link } from "../../../../ui/link.tsx";
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
  /** "Beginner · 12 lessons · 4 critiques" */
  readonly line: string;
  readonly seats: string;
  readonly mark: { readonly text: string; readonly look: string } | undefined;
}

interface ClassCardProps {
  readonly item: CardFacts;
  readonly headingLevel: "h2" | "h3";
  readonly isFirst: boolean;
  readonly sizes?: string | undefined;
  readonly action: ReactNode;
  readonly stamp?: string | undefined;
}

const lowSeatThreshold = 5;

export function ClassCard(props: ClassCardProps) {
  const { item, headingLevel: Heading, isFirst, sizes, action, stamp } = props;
  const { _id, className, instructorName, availableSeats, price, image, picture, line, seats, mark } = item;
  const low = availableSeats < lowSeatThreshold ? " is-low" : "";
  return (
    <li className="class-card card panel casts-tone has-stretched-link">
      <Cover src={image} picture={picture} title={className} eager={isFirst} sizes={sizes}>
        {mark && <span className={mark.look}>{mark.text}</span>}
        {stamp && <span className="stamp">{stamp}</span>}
      </Cover>
      <div className="card-body">
        <Heading className="card-title">
          <Link to={`/classes/${_id}`}>{className}</Link>
        </Heading>
        <p className="class-card-by">
          with {instructorName}
          <br />
          {line}
        </p>
        <p className={`row class-card-seats${low}`}>
          <Icon name="chair" />
          {seats}
        </p>
        <div className="bar class-card-buy">
          <Price amount={price} />
          {action}
        </div>
      </div>
    </li>
  );
}
