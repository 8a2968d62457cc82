import { FormDialog } from "../../../../ui/form-dialog.tsx";
import { useId, useState } from "react";
import { SelectField, TextField } from "../../../../ui/field.tsx";
import { type FieldErrors, useForm } from "../../../../ui/use-form.ts";
import { Dialog } from "../../../../ui/dialog.tsx";
import { api } from "../../../../access/session.ts";
import { type Curriculum, refetchCurriculum } from "./curriculum-query.ts";
import { useNavigate } from "react-router";
import {
  checkClass,
  emptyClass,
  readClass,
  useIdempotencyKey,
} from "../../../school/classes/pages/class-values.ts";

const scheduleFields = ["startsOn", "timeZone"] as const;
type ScheduleField = (typeof scheduleFields)[number];

const checkSchedule = (
  isCohort: boolean,
  { startsOn }: Readonly<Record<ScheduleField, string>>,
): FieldErrors<ScheduleField> => (isCohort && startsOn === "" ? { startsOn: "Choose the first day" } : {});

const readSchedule = (isCohort: boolean, { startsOn, timeZone }: Readonly<Record<ScheduleField, string>>) =>
  isCohort ? { startsOn, timeZone } : { startsOn: null, timeZone: null };

interface ScheduleFieldsProps {
  readonly isCohort: boolean;
  readonly onCohort: (isCohort: boolean) => void;
  readonly initial: { readonly startsOn: string | null; readonly timeZone: string | null };
  readonly errors: FieldErrors<ScheduleField>;
}

function ScheduleFields({ isCohort, onCohort, initial, errors }: ScheduleFieldsProps) {
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
            {timeZones(initial.timeZone).map((zone) => (
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
/** Browsers differ in the names they list, such as Asia/Kolkata: the class's own comes first, so that it stays. */
const timeZones = (own: string | null): readonly string[] => [
  ...new Set([own ?? ownTimeZone(), ownTimeZone(), "UTC", ...Intl.supportedValuesOf("timeZone")]),
];

interface ScheduleDialogProps {
  readonly curriculum: Curriculum;
  readonly onClose: () => void;
}

export function ScheduleDialog({ curriculum, onClose }: ScheduleDialogProps) {
  const [isCohort, setCohort] = useState(curriculum.startsOn !== null);
  const form = useForm(
    scheduleFields,
    (values) => checkSchedule(isCohort, values),
    async (values) => {
      await api("PATCH /class/{id}/schedule", {
        params: { id: curriculum.classId },
        body: readSchedule(isCohort, values),
      });
      await refetchCurriculum();
      onClose();
    },
  );
  return (
    <FormDialog
      title="Schedule"
      onClose={onClose}
      isForm
      form={form}
      submitLabel="Save"
      busyLabel="Saving…"
      className="stack schedule-form"
    >
      <ScheduleFields isCohort={isCohort} onCohort={setCohort} initial={curriculum} errors={form.errors} />
      {isCohort && (
        <p className="field-hint">
          Sections can open later, one by one: choose the pencil beside a section in the list.
        </p>
      )}
    </FormDialog>
  );
}

const selfPaced = { startsOn: null, timeZone: null };

interface HoldAgainProps {
  readonly curriculum: Curriculum;
  readonly onClose: () => void;
}

export function HoldAgainDialog({ curriculum, onClose }: HoldAgainProps) {
  const navigate = useNavigate();
  const [isCohort, setCohort] = useState(true);
  const [isDone, setDone] = useState(false);
  const keyOf = useIdempotencyKey();
  const form = useForm(
    [...scheduleFields, "availableSeats", "price"],
    (values) => {
      const { price, availableSeats } = checkClass({ ...emptyClass, ...values });
      return {
        ...(price && { price }),
        ...(availableSeats && { availableSeats }),
        ...checkSchedule(isCohort, values),
      };
    },
    async (values) => {
      const { price, availableSeats } = readClass({ ...emptyClass, ...values });
      const input = { price, availableSeats, ...readSchedule(isCohort, values) };
      await api("POST /class/{id}/hold-again", {
        params: { id: curriculum.classId },
        body: { ...input, idempotencyKey: keyOf(input) },
      });
      setDone(true);
    },
  );
  if (isDone)
    return (
      <Dialog
        isSuccess
        title="Sent for review"
        onClose={() => void navigate("/dashboard/instructor/my-classes")}
      >
        “{curriculum.className}” is waiting for review as a separate class with the same lessons.
      </Dialog>
    );
  return (
    <FormDialog
      title="Run this class again"
      onClose={onClose}
      isForm
      form={form}
      submitLabel="Send for review"
      busyLabel="Sending…"
      intro={<p>A new class with the same lessons, its own students, seats and price.</p>}
      className="stack schedule-form"
    >
      <ScheduleFields isCohort={isCohort} onCohort={setCohort} initial={selfPaced} errors={form.errors} />
      <TextField
        label="Available seats"
        name="availableSeats"
        inputMode="numeric"
        autoComplete="off"
        error={form.errors.availableSeats}
      />
      <TextField
        label="Price"
        name="price"
        inputMode="decimal"
        autoComplete="off"
        hint="In US dollars"
        error={form.errors.price}
      />
    </FormDialog>
  );
}
