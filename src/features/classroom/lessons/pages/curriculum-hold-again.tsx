import { type ReactNode, useId, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { Dialog, SuccessDialog } from "../../../../ui/dialog.tsx";
import { FormError, TextField } from "../../../../ui/field.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { api } from "../../../../access/session.ts";
import { checkClass, emptyClass, readClass } from "../../../school/classes/pages/class-values.ts";
import type { Curriculum } from "./curriculum-query.ts";
import { ScheduleFields, checkSchedule, readSchedule, scheduleFields } from "./curriculum-schedule.tsx";

const selfPaced = { startsOn: null, timeZone: null };

interface HoldAgainProps {
  readonly curriculum: Curriculum;
  readonly onClose: () => void;
}

export default function HoldAgainDialog({ curriculum, onClose }: HoldAgainProps): ReactNode {
  const navigate = useNavigate();
  const formId = useId();
  const [isCohort, setCohort] = useState(true);
  const [isDone, setDone] = useState(false);
  const { form, errors, isBusy, failure } = useForm(
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
      await api("POST /class/{id}/hold-again", {
        params: { id: curriculum.classId },
        body: { price, availableSeats, ...readSchedule(isCohort, values) },
      });
      setDone(true);
    },
  );
  if (isDone)
    return (
      <SuccessDialog
        title="Sent for review"
        onClose={() => void navigate("/dashboard/instructor/my-classes")}
      >
        “{curriculum.className}” is waiting for review as a separate class with the same lessons.
      </SuccessDialog>
    );
  return (
    <Dialog
      title="Run this class again"
      onClose={onClose}
      isForm
      actions={
        <>
          <Button type="submit" form={formId} onPointerDown={form.onPointerDown} busy={isBusy && "Sending…"}>
            Send for review
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p>A new class with the same lessons, its own students, seats and price.</p>
      <form {...form} id={formId} className="stack schedule-form">
        <ScheduleFields isCohort={isCohort} onCohort={setCohort} initial={selfPaced} errors={errors} />
        <TextField
          label="Available seats"
          name="availableSeats"
          inputMode="numeric"
          autoComplete="off"
          error={errors.availableSeats}
        />
        <TextField
          label="Price"
          name="price"
          inputMode="decimal"
          autoComplete="off"
          hint="In US dollars"
          error={errors.price}
        />
        <FormError>{failure}</FormError>
      </form>
    </Dialog>
  );
}
