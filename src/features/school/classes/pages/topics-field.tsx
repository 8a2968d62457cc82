import type { ReactNode } from "react";
import { FieldError } from "../../../../ui/field.tsx";
import { maxTopics } from "../policy.ts";
import { topics } from "../topics.ts";

interface TopicsFieldProps {
  /** Separated by commas, like the form's value. */
  readonly chosen: string;
  readonly error: string | undefined;
}

export function TopicsField({ chosen, error }: TopicsFieldProps): ReactNode {
  return (
    <fieldset className="field" aria-describedby={error && "topics-error"}>
      <legend className="field-label">Topics (up to {maxTopics}, optional)</legend>
      <div className="topics-choices">
        {topics.map((topic, index) => (
          <label key={topic}>
            <input
              type="checkbox"
              id={index ? undefined : "topics"}
              name="topics"
              value={topic}
              defaultChecked={chosen.includes(topic)}
            />
            {topic}
          </label>
        ))}
      </div>
      <FieldError id="topics-error" message={error} />
    </fieldset>
  );
}
