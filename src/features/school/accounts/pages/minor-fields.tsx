import { birthMonthProblem, isBirthMonth } from "../../../../platform/age.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { emailProblem, looksLikeEmail } from "../../../../platform/email.ts";
import { isSameMailbox } from "../../../../platform/mailbox.ts";
import { SelectField, TextField } from "../../../../ui/field.tsx";
import type { AgeErrors, AgeValues } from "./age-field.tsx";
import type { Age } from "../../../../access/session.ts";

const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1).padStart(2, "0"),
  name: new Date(Date.UTC(2000, index)).toLocaleString("en-US", { month: "long", timeZone: "UTC" }),
}));

const birthOf = ({ born, bornYear }: AgeValues): string => `${bornYear.trim()}-${born}`;

export function checkMinor(values: AgeValues & { readonly email?: string }): AgeErrors {
  const errors: AgeErrors = {};
  if (!values.born) errors.born = "Choose the month you were born";
  if (!/^\d{4}$/.test(values.bornYear.trim())) errors.bornYear = "Enter the year you were born, like 2011";
  else if (values.born && !isBirthMonth(birthOf(values), systemClock.now()))
    errors.bornYear = birthMonthProblem;
  const guardianEmail = values.guardianEmail.trim();
  if (!guardianEmail) errors.guardianEmail = "Enter your parent’s or guardian’s email";
  else if (!looksLikeEmail(guardianEmail)) errors.guardianEmail = emailProblem;
  else if (values.email && isSameMailbox(guardianEmail, values.email))
    errors.guardianEmail = "Enter your parent’s or guardian’s own email, not yours";
  return errors;
}

export const readMinor = (values: AgeValues): Age => ({
  born: birthOf(values),
  guardianEmail: values.guardianEmail.trim(),
});

export function MinorFields({ errors }: { readonly errors: AgeErrors }) {
  return (
    <div className="age-minor">
      <div className="age-birth">
        <SelectField
          label="Month of birth"
          name="born"
          autoComplete="bday-month"
          defaultValue=""
          error={errors.born}
          required
        >
          <option value="">Choose…</option>
          {months.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Year of birth"
          name="bornYear"
          inputMode="numeric"
          autoComplete="bday-year"
          maxLength={4}
          error={errors.bornYear}
          required
        />
      </div>
      <TextField
        label="Parent’s or guardian’s email"
        name="guardianEmail"
        type="email"
        // Autofill would enter the young person's own email.
        autoComplete="off"
        hint="We’ll ask for their consent. You can look around right away; once they agree, you can buy classes and share your drawings."
        error={errors.guardianEmail}
        required
      />
      <p className="field-hint">
        We don’t keep your month of birth, only the day you no longer need consent.
      </p>
    </div>
  );
}
