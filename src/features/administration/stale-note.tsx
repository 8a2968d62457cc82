import type { ReactNode } from "react";
import { FormError } from "../../ui/field.tsx";

/** Above a list that could not be brought up to date. */
export function StaleNote(): ReactNode {
  return (
    <FormError>
      This list could not be refreshed and may be out of date. It is tried again every few seconds.
    </FormError>
  );
}
