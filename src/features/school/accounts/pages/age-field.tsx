import { useEffect, useState } from "react";
import { codeOf } from "../../../../platform/error-code.ts";
import { failureText } from "../../../../ui/connection.ts";
import type { Age } from "../../../../access/session.ts";
import { FieldError, useDescription } from "../../../../ui/field.tsx";
import type { FieldErrors } from "../../../../ui/use-form.ts";

export const ageFields = ["age", "born", "bornYear", "guardianEmail"] as const;
export type AgeValues = Readonly<Record<(typeof ageFields)[number], string>>;
export type AgeErrors = FieldErrors<keyof AgeValues>;

/** Loads once somebody says that they are a minor. */
let minor: typeof import("./minor-fields.tsx") | undefined;

/** @param values with the email of a sign-up, which must differ from the guardian's */
export function checkAge(values: AgeValues & { readonly email?: string }): AgeErrors {
  if (!values.age) return { age: "Tell us whether you’re 18 or older" };
  if (values.age === "adult") return {};
  return minor?.checkMinor(values) ?? { age: "The rest of this question is still loading. Try again" };
}

export const readAge = (values: AgeValues): Age =>
  minor && values.age !== "adult" ? minor.readMinor(values) : { adult: true };

export const isTooYoung = (error: unknown): boolean => codeOf(error) === "too-young";

export function AgeField({ errors }: { readonly errors: AgeErrors }) {
  const [isMinor, setMinor] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ids = useDescription({ error: errors.age ?? failure });
  const chooseAdult = (): void => {
    setMinor(false);
    setFailure(undefined);
  };
  const chooseMinor = async (): Promise<void> => {
    try {
      minor ??= await import("./minor-fields.tsx");
      setMinor(true);
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  useEffect(() => {
    // A choice made before hydration fires no React event.
    if (document.querySelector("[value=minor]:checked")) void chooseMinor();
    // oxlint-disable-next-line react/exhaustive-deps -- once, after hydration
  }, []);
  return (
    <>
      <fieldset role="radiogroup" className="field age" {...ids.input}>
        <legend className="field-label">How old are you?</legend>
        <label>
          <input type="radio" name="age" id="age" value="adult" onChange={chooseAdult} required />
          18 or older
        </label>
        <label>
          <input type="radio" name="age" value="minor" onChange={() => void chooseMinor()} required />
          Younger than 18
        </label>
        <FieldError id={ids.errorId} message={errors.age ?? failure} />
      </fieldset>
      {isMinor && minor && <minor.MinorFields errors={errors} />}
    </>
  );
}
