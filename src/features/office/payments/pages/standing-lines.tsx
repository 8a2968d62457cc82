import type { ReactNode } from "react";
import { Icon } from "../../../../ui/icons.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { exactTime } from "../../../classroom/lessons/lesson-words.ts";
import { type Standing, standingInWords } from "../refund-standing.ts";
import "./standing-lines.css";

interface StandingLinesProps {
  readonly standing: Pick<Standing, "days" | "share" | "price" | "heldBack" | "until" | "opened" | "total">;
}

export function StandingLines({ standing }: StandingLinesProps) {
  const { days, share, price, until, opened, total } = standing;
  const [daysWords, shareWords, priceWords, heldBackWords] = standingInWords(standing);
  return (
    <ul role="list" className="panel standing-lines">
      <Line label={daysWords} isMet={days.holds}>
        {until === null ? (
          "They start with the first one."
        ) : (
          <>
            {days.holds ? "The window closes" : "The window closed"} <Moment at={until} />.
          </>
        )}
      </Line>
      <Line label={shareWords} isMet={share.holds}>
        {total === 0 ? "The class has no lessons yet." : `${exactTime(opened)} of ${exactTime(total)}.`}
      </Line>
      <Line label={priceWords} isMet={price.holds} />
      {heldBackWords && <Line label={heldBackWords} isMet={false} />}
    </ul>
  );
}

interface LineProps {
  readonly label: string | undefined;
  readonly isMet: boolean;
  readonly children?: ReactNode;
}

function Line({ label, isMet, children }: LineProps) {
  return (
    <li className={isMet ? "is-met" : "is-unmet"}>
      <Icon name={isMet ? "check" : "close"} />
      <div>
        <p>
          <span className="visually-hidden">{isMet ? "Met: " : "Not met: "}</span>
          {label}
        </p>
        {children && <p className="standing-detail">{children}</p>}
      </div>
    </li>
  );
}
