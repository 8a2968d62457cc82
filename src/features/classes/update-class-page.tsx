import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { ApiError } from "../../platform/http/client.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ConfirmDialog, Dialog, SuccessDialog } from "../../ui/dialog.tsx";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormError } from "../../ui/field.tsx";
import { LeaveQuestion } from "../../ui/leave-question.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useQuestion } from "../../ui/use-question.ts";
import { useGuard } from "../accounts/use-guard.ts";
import { PictureField } from "../pictures/picture-field.tsx";
import { usePictureUpload } from "../pictures/use-picture-upload.ts";
import { ClassFields } from "./class-fields.tsx";
import {
  type FormField,
  type OwnClass,
  checkChanges,
  differs,
  formFields,
  isNegative,
  valuesOf,
} from "./class-values.ts";
import { ConflictPanel } from "./conflict-panel.tsx";
import { type Conflict, fetchOwnClass, saveEdit } from "./edit.ts";
import { refetchOwnClasses } from "./own-classes-query.ts";
import { messages } from "./policy.ts";
import "./class-form.css";

export const meta = () => [{ title: "Update class · Senga" }];

const myClasses = "/dashboard/instructor/my-classes";

export default function UpdateClassPage(): ReactNode {
  const instructor = useGuard("instructor");
  const { id = "" } = useParams();
  return (
    instructor && (
      <>
        <p className="breadcrumb">
          <Link to={myClasses}>My Classes</Link> / Update
        </p>
        <h1 tabIndex={-1}>Update class</h1>
        <OpenClass key={id} id={id} />
      </>
    )
  );
}

function OpenClass({ id }: { readonly id: string }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ["class to update", id],
    queryFn: async () => (await fetchOwnClass(id)) ?? null,
    // Opened anew at each visit, and left alone while it is edited.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <EditForm opened={data} />;
  const backToMine = <ButtonLink to={myClasses}>Back to My Classes</ButtonLink>;
  if (data === null) return <EmptyPage action={backToMine}>{messages.notYourClass}</EmptyPage>;
  if (!error) return <ProgressBar label="Loading the class" />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return <EmptyPage action={backToMine}>{messages.noSuchClass}</EmptyPage>;
  }
  return (
    <LoadFailure onRetry={() => void refetch()}>The class could not be loaded. {error.message}</LoadFailure>
  );
}

function EditForm({ opened }: { readonly opened: OwnClass }): ReactNode {
  const navigate = useNavigate();
  const upload = usePictureUpload("image");
  const element = useRef<HTMLFormElement>(null);
  const isSaved = useRef(false);
  const { isAsked, ask, answer } = useQuestion();
  /** What the form began with: the class as it was opened, or the newest that was loaded since. */
  const [base, setBase] = useState(opened);
  const [conflict, setConflict] = useState<Conflict>();
  const [notice, setNotice] = useState<"negative" | "updated">();

  const { form, errors, summary, isBusy, failure, forget } = useForm<FormField>(
    formFields,
    (values) => ({ ...(upload.problem && { image: upload.problem }), ...checkChanges(values) }),
    async (values) => {
      if (isNegative(values)) return setNotice("negative");
      if (!(await ask())) return undefined;
      const met = await saveEdit(base, values, await upload.address());
      setConflict(met);
      if (met) return undefined;
      isSaved.current = true;
      setNotice("updated");
      return refetchOwnClasses();
    },
  );

  const use = (name: string, value: string): void => {
    const field = element.current?.elements.namedItem(name);
    if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    ) {
      field.value = value;
      field.focus();
    }
  };

  return (
    <>
      {conflict && (
        <ConflictPanel
          conflict={conflict}
          isLoaded={base === conflict.newest}
          onLoad={() => setBase(conflict.newest)}
          onUse={use}
        />
      )}
      <form {...form} ref={element} className="class-form panel">
        <ErrorSummary errors={errors} ref={summary} />
        <PictureField
          label="Class picture"
          name="image"
          title={base.className}
          present={{ src: base.image, picture: base.picture }}
          upload={{
            ...upload,
            pick: (file) => {
              forget("image");
              upload.pick(file);
            },
          }}
          error={errors.image}
        />
        <div className="form" key={base.version}>
          <ClassFields
            initial={valuesOf(base)}
            errors={errors}
            instructor={{ name: base.instructorName, email: base.instructorEmail }}
          />
          <Button type="submit" size="large" block busy={isBusy && busyWords(isAsked, upload.state.step)}>
            Update class
          </Button>
          <FormError>{failure}</FormError>
        </div>
      </form>
      <LeaveQuestion
        isUnsaved={() =>
          !isSaved.current && (upload.state.step !== "none" || differs(element.current, valuesOf(base)))
        }
      />
      {isAsked && (
        <ConfirmDialog
          confirmLabel="Yes, Update This Class!"
          onConfirm={() => answer(true)}
          onCancel={() => answer(false)}
        >
          “{base.className}” will be shown as you have changed it
          {base.status === "approved" && ", to every visitor and at once"}.
        </ConfirmDialog>
      )}
      {notice === "negative" && (
        <Dialog
          title="Can'be Negetive Number"
          onClose={() => setNotice(undefined)}
          actions={<Button onClick={() => setNotice(undefined)}>OK</Button>}
        />
      )}
      {notice === "updated" && (
        <SuccessDialog title="Class Updated Successfully!" onClose={() => void navigate(myClasses)} />
      )}
    </>
  );
}

function busyWords(isAsked: boolean, step: string): string {
  if (isAsked) return "Waiting for your answer …";
  return step === "sending" ? "Waiting for the picture …" : "Saving …";
}
