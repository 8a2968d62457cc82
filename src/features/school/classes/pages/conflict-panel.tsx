import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import { type ClassField, type ClassValues, classFields, valuesOf } from "./class-values.ts";
import { type Conflict, changedMeanwhile, mergeOntoNewest } from "./edit.ts";
import "./conflict-panel.css";

const labels: Readonly<Record<ClassField, string>> = {
  className: "Class name",
  availableSeats: "Available seats",
  price: "Price",
  level: "Level",
  topics: "Topics",
  description: "Description",
  whatYouWillLearn: "What you will learn",
  tools: "What students need",
};

interface ConflictPanelProps {
  readonly conflict: Conflict;
  readonly isLoaded: boolean;
  readonly onLoad: () => void;
  readonly form: RefObject<HTMLFormElement | null>;
}

/** Shows the edit that was saved first beside the user's own values, so that neither is lost. */
export default function ConflictPanel({ conflict, isLoaded, onLoad, form }: ConflictPanelProps): ReactNode {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: "start" });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each new conflict is looked at
  }, [conflict]);
  const changed = changedMeanwhile(conflict);
  const now = valuesOf(conflict.newest);
  const mine = mergeOntoNewest(conflict);
  const rows = classFields.filter((name) => changed.includes(name) || mine[name] !== now[name]);
  return (
    <div className="conflict" role="alert" aria-labelledby="conflict-title" tabIndex={-1} ref={panel}>
      <h2 id="conflict-title">
        <Icon name="alert" />
        Someone else saved this class while you were editing
      </h2>
      <p>
        {isLoaded
          ? "The form shows the saved version; your changes are below. Restore what you need and save again."
          : "Your changes aren’t saved yet, and they aren’t lost. Load the saved version to go on from there."}
      </p>
      <ul role="list" className="conflict-rows">
        {changed.includes("image") && (
          <li>
            <h3>Class picture</h3>
            <p>They saved another picture.</p>
          </li>
        )}
        {rows.map((name) => (
          <Row
            key={name}
            label={labels[name]}
            saved={now[name]}
            isChanged={changed.includes(name)}
            typed={typedIn(conflict, mine, name)}
          >
            {isLoaded && mine[name] !== now[name] && (
              <Button look="quiet" size="small" onClick={() => enter(form.current, name, mine[name])}>
                Use mine
                <span className="visually-hidden"> for {labels[name]}</span>
              </Button>
            )}
          </Row>
        ))}
      </ul>
      {!isLoaded && <Button onClick={onLoad}>Load the saved version</Button>}
    </div>
  );
}

/** And leads there. */
function enter(form: HTMLFormElement | null, name: ClassField, value: string): void {
  const field = form?.elements.namedItem(name) as HTMLInputElement | RadioNodeList | null | undefined;
  if (field instanceof RadioNodeList) {
    const boxes = [...field] as HTMLInputElement[];
    for (const box of boxes) box.checked = value.split(", ").includes(box.value);
    boxes[0]?.focus();
  } else if (field) {
    field.value = value;
    field.focus();
  }
}

/** Undefined for an untouched field. */
const typedIn = ({ base, typed }: Conflict, mine: ClassValues, name: ClassField): string | undefined =>
  typed[name] === valuesOf(base)[name] ? undefined : mine[name];

interface RowProps {
  readonly label: string;
  readonly saved: string;
  readonly isChanged: boolean;
  readonly typed: string | undefined;
  readonly children: ReactNode;
}

function Row({ label, saved, isChanged, typed, children }: RowProps): ReactNode {
  return (
    <li>
      <h3>{label}</h3>
      <dl>
        <div>
          <dt>{isChanged ? "They saved" : "Saved"}</dt>
          <dd>{saved || "Nothing"}</dd>
        </div>
        <div>
          <dt>Yours</dt>
          <dd>{typed === undefined ? "You didn’t change it" : typed || "Nothing"}</dd>
        </div>
      </dl>
      {children}
    </li>
  );
}
