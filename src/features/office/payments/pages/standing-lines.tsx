import type { ReactNode } from "react";
import { Icon } from "../../../../ui/icons.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { exactTime } from "../../../classroom/lessons/lesson-words.ts";
import { type Standing, standingInWords } from "../refund-standing.ts";
import "./standing-lines.css";

interface StandingLinesProps {
  readonly standing: Pick<Standing, "days" | "share" | "price" | "heldBack" | "until" | "opened" | "total">;
}

export function StandingLines({ standing }: StandingLinesProps): ReactNode {
  const { days, share, price, until, opened, total } = standing;
  const [daysWords, shareWords, priceWords, heldBackWords] = standingInWords(standing);
  return (
    <ul role="list" className="standing-lines">
      <Line says={daysWords} holds={days.holds}>
        {until === null ? (
          "They start with the first one."
        ) : (
          <>
            {days.holds ? "The window closes" : "The window closed"} <Moment at={until} />.
          </>
        )}
      </Line>
      <Line says={shareWords} holds={share.holds}>
        {total === 0 ? "The class has no lessons yet." : `${exactTime(opened)} of ${exactTime(total)}.`}
      </Line>
      <Line says={priceWords} holds={price.holds} />
      {heldBackWords && <Line says={heldBackWords} holds={false} />}
    </ul>
  );
}

interface LineProps {
  readonly says: string | undefined;
  readonly holds: boolean;
  readonly children?: ReactNode;
}

function Line({ says, holds, children }: LineProps): ReactNode {
  return (
    <li className={holds ? "is-met" : "is-unmet"}>
      <Icon name={holds ? "check" : "close"} />
      <div>
        <p>
          <span className="visually-hidden">{holds ? "Met: " : "Not met: "}</span>
          {says}
        </p>
        {children && <p className="standing-detail">{children}</p>}
      </div>
    </li>
  );
}
