import { type ReactNode, useId } from "react";
import { SelectField, TextField } from "../../../../ui/field.tsx";
import type { FieldErrors } from "../../../../ui/use-form.ts";

export const scheduleFields = ["startsOn", "timeZone"] as const;
type ScheduleField = (typeof scheduleFields)[number];

export const checkSchedule = (
  isCohort: boolean,
  { startsOn }: Readonly<Record<ScheduleField, string>>,
): FieldErrors<ScheduleField> => (isCohort && startsOn === "" ? { startsOn: "Choose the first day" } : {});

export const readSchedule = (
  isCohort: boolean,
  { startsOn, timeZone }: Readonly<Record<ScheduleField, string>>,
) => (isCohort ? { startsOn, timeZone } : { startsOn: null, timeZone: null });

interface ScheduleFieldsProps {
  readonly isCohort: boolean;
  readonly onCohort: (isCohort: boolean) => void;
  readonly initial: { readonly startsOn: string | null; readonly timeZone: string | null };
  readonly errors: FieldErrors<ScheduleField>;
}

export function ScheduleFields({ isCohort, onCohort, initial, errors }: ScheduleFieldsProps): ReactNode {
  const name = useId();
  return (
    <>
      <fieldset className="cluster tree-kinds is-stacked">
        <legend>How students start</legend>
        <label>
          <input type="radio" name={name} checked={!isCohort} onChange={() => onCohort(false)} />
          Self-paced: students start anytime
        </label>
        <label>
          <input type="radio" name={name} checked={isCohort} onChange={() => onCohort(true)} />
          With a start date: a group starts together
        </label>
      </fieldset>
      {isCohort && (
        <>
          <TextField
            label="First day"
            name="startsOn"
            type="date"
            defaultValue={initial.startsOn ?? ""}
            error={errors.startsOn}
          />
          <SelectField
            label="Time zone"
            name="timeZone"
            hint="For the days and times when sections open"
            defaultValue={initial.timeZone ?? ownTimeZone()}
            error={errors.timeZone}
          >
            {timeZones().map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </>
  );
}

const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const timeZones = (): readonly string[] => [
  ...new Set([ownTimeZone(), "UTC", ...Intl.supportedValuesOf("timeZone")]),
];
