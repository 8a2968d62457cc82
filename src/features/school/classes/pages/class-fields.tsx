import { SelectField, TextArea, TextField, FieldError } from "../../../../ui/field.tsx";
import type { FieldErrors } from "../../../../ui/use-form.ts";
import { levels, maxLength, minPrice, maxTopics } from "../policy.ts";
import { topics } from "../state.ts";
import type { ClassField, ClassValues } from "./class-values.ts";

interface ClassFieldsProps {
  readonly initial: ClassValues;
  readonly errors: FieldErrors<ClassField>;
  /** Read-only: only an admin can hand a class over. */
  readonly instructor: { readonly name: string; readonly email: string };
}

export function ClassFields({ initial, errors, instructor }: ClassFieldsProps) {
  return (
    <>
      <TextField
        label="Class name"
        name="className"
        autoComplete="off"
        hint={`Up to ${maxLength.className} characters`}
        error={errors.className}
        defaultValue={initial.className}
        required
      />
      <div className="field-pair">
        <TextField
          label="Available seats"
          name="availableSeats"
          inputMode="numeric"
          autoComplete="off"
          hint="How many students can enroll"
          error={errors.availableSeats}
          defaultValue={initial.availableSeats}
          required
        />
        <TextField
          label="Price"
          name="price"
          inputMode="decimal"
          autoComplete="off"
          hint={`In US dollars, $${minPrice.toFixed(2)} or more`}
          error={errors.price}
          defaultValue={initial.price}
          required
        />
      </div>
      <SelectField label="Level" name="level" error={errors.level} defaultValue={initial.level}>
        {levels.map((level) => (
          <option key={level} value={level}>
            {level.slice(0, 1).toUpperCase() + level.slice(1)}
          </option>
        ))}
      </SelectField>
      <TopicsField chosen={initial.topics} error={errors.topics} />
      <TextArea
        label="What you’ll learn (optional)"
        name="whatYouWillLearn"
        rows={5}
        hint={`One point per line, up to ${maxLength.outcomes}`}
        error={errors.whatYouWillLearn}
        defaultValue={initial.whatYouWillLearn}
      />
      <TextArea
        label="What students need (optional)"
        name="tools"
        rows={3}
        hint={`Pencils, software, a tablet: up to ${maxLength.tools} characters`}
        error={errors.tools}
        defaultValue={initial.tools}
      />
      <TextArea
        label="Description (optional)"
        name="description"
        rows={7}
        hint={`Up to ${maxLength.description.toLocaleString("en-US")} characters`}
        error={errors.description}
        defaultValue={initial.description}
      />
      <div className="field-pair">
        <TextField label="Instructor name" name="instructorName" value={instructor.name} readOnly />
        <TextField label="Instructor email" name="instructorEmail" value={instructor.email} readOnly />
      </div>
    </>
  );
}

interface TopicsFieldProps {
  readonly chosen: string;
  readonly error: string | undefined;
}

function TopicsField({ chosen, error }: TopicsFieldProps) {
  return (
    <fieldset className="field" aria-describedby={error && "topics-error"}>
      <legend className="field-label">Topics (up to {maxTopics}, optional)</legend>
      <div className="cluster topics-choices">
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
