import { type ReactNode, useId, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { useForm } from "../../../../ui/use-form.ts";
import { api } from "../../../../access/session.ts";
import { type Curriculum, refetchCurriculum } from "./curriculum-query.ts";
import { ScheduleFields, checkSchedule, readSchedule, scheduleFields } from "./curriculum-schedule.tsx";

interface ScheduleDialogProps {
  readonly curriculum: Curriculum;
  readonly onClose: () => void;
}

export default function ScheduleDialog({ curriculum, onClose }: ScheduleDialogProps): ReactNode {
  const formId = useId();
  const [isCohort, setCohort] = useState(curriculum.startsOn !== null);
  const { form, errors, isBusy, failure } = useForm(
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
    <Dialog
      title="Schedule"
      onClose={onClose}
      isForm
      actions={
        <>
          <Button type="submit" form={formId} onPointerDown={form.onPointerDown} busy={isBusy && "Saving…"}>
            Save
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form {...form} id={formId} className="stack schedule-form">
        <ScheduleFields isCohort={isCohort} onCohort={setCohort} initial={curriculum} errors={errors} />
        {isCohort && (
          <p className="field-hint">
            Sections can open later, one by one: choose the pencil beside a section in the list.
          </p>
        )}
        <FormError>{failure}</FormError>
      </form>
    </Dialog>
  );
}
