import { type ReactNode, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "../../ui/button.tsx";
import { SuccessDialog } from "../../ui/dialog.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormError } from "../../ui/field.tsx";
import { LeaveQuestion } from "../../ui/leave-question.tsx";
import { useForm } from "../../ui/use-form.ts";
import { api } from "../accounts/session.ts";
import { type Member, useGuard } from "../accounts/use-guard.ts";
import { PictureField } from "../pictures/picture-field.tsx";
import { usePictureUpload } from "../pictures/use-picture-upload.ts";
import { ClassFields } from "./class-fields.tsx";
import { type FormField, checkClass, differs, emptyClass, formFields, readClass } from "./class-values.ts";
import { refetchOwnClasses } from "./own-classes-query.ts";
import { messages } from "./policy.ts";
import "./class-form.css";

export const meta = () => [{ title: "Add A Class · Senga" }];

const myClasses = "/dashboard/instructor/my-classes";

export default function AddClassPage(): ReactNode {
  const instructor = useGuard("instructor");
  return instructor && <AddClass instructor={instructor} />;
}

function AddClass({ instructor: { user } }: { readonly instructor: Member }): ReactNode {
  const navigate = useNavigate();
  const upload = usePictureUpload("image");
  const element = useRef<HTMLFormElement>(null);
  const isSaved = useRef(false);
  const [added, setAdded] = useState<string>();
  const pictureProblem = upload.state.step === "none" ? messages.noPicture : upload.problem;

  const { form, errors, summary, isBusy, failure, forget } = useForm<FormField>(
    formFields,
    (values) => ({ ...(pictureProblem && { image: pictureProblem }), ...checkClass(values) }),
    async (values) => {
      // An upload that is still under way is waited for.
      const image = (await upload.address()) ?? "";
      await api("POST /classes", { body: { ...readClass(values), image } });
      isSaved.current = true;
      setAdded(values.className.trim());
      await refetchOwnClasses();
    },
  );

  return (
    <>
      <h1 tabIndex={-1}>Add A Class</h1>
      <form {...form} ref={element} className="class-form panel">
        <ErrorSummary errors={errors} ref={summary} />
        <PictureField
          label="Class picture"
          name="image"
          title="Your class"
          upload={{
            ...upload,
            pick: (file) => {
              forget("image");
              upload.pick(file);
            },
          }}
          error={errors.image}
        />
        <div className="form">
          <ClassFields
            initial={emptyClass}
            errors={errors}
            instructor={{ name: user.displayName, email: user.email }}
          />
          <Button
            type="submit"
            size="large"
            block
            busy={
              isBusy && (upload.state.step === "sending" ? "Waiting for the picture …" : "Adding the class …")
            }
          >
            Add class
          </Button>
          <FormError>{failure}</FormError>
        </div>
      </form>
      <LeaveQuestion
        isUnsaved={() =>
          !isSaved.current && (upload.state.step !== "none" || differs(element.current, emptyClass))
        }
      />
      {added !== undefined && (
        <SuccessDialog title="New Class Added Successfully!" onClose={() => void navigate(myClasses)}>
          “{added}” is pending. You hear from us when it is approved; until then you find it under{" "}
          <Link to={myClasses}>My Classes</Link>.
        </SuccessDialog>
      )}
    </>
  );
}
