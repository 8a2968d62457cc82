import { type ReactNode, Suspense, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { EmptyPage, LoadFailure } from "../../../../ui/empty-page.tsx";
import { ErrorSummary, FormError } from "../../../../ui/field.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { readAgain } from "../../../../ui/typed-since.ts";
import { useForm } from "../../../../ui/use-form.ts";
import { api } from "../../../../access/session.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { PictureField } from "../../pictures/pages/picture-field.tsx";
import { usePictureUpload } from "../../pictures/pages/picture-upload.ts";
import { ClassFields } from "./class-fields.tsx";
import {
  type ClassValues,
  type FormField,
  type OwnClass,
  checkClass,
  classFields,
  differs,
  emptyClass,
  formFields,
  readClass,
  useIdempotencyKey,
  useOwnClass,
  valuesOf,
} from "./class-values.ts";
import { isMissing } from "../../../../http/client.ts";
import { messages } from "../policy.ts";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import "./class-form.css";

// The form waits for it: input typed before it loads would be left without a question.
const LeaveDialog = lazyPart(() => import("../../../../ui/leave-dialog.tsx"));

export const meta = () => [{ title: "Add A Class · Senga" }];

const myClasses = "/dashboard/instructor/my-classes";

export interface Carried {
  readonly typed: ClassValues;
  readonly image?: string | undefined;
}

export default function AddClassPage() {
  const again = useSearchParams()[0].get("again");
  return (
    <>
      <h1 tabIndex={-1}>Add A Class</h1>
      <Suspense fallback={<Loading label="Loading the form" shape="sheet" />}>
        {again === null ? <AddClass /> : <SendAgain key={again} id={again} />}
      </Suspense>
    </>
  );
}

function SendAgain({ id }: { readonly id: string }) {
  const { data, error, refetch } = useOwnClass(id, "to send again");
  if (data === undefined && !error) return <Loading label="Loading the class" shape="sheet" />;
  if (data?.status === "denied" && !data.sentAgainAs) return <AddClass denied={data} />;
  const backToMine = <ButtonLink to={myClasses}>Back to My Classes</ButtonLink>;
  if (data?.sentAgainAs)
    return (
      <EmptyPage action={backToMine}>
        You’ve already sent this class again as “{data.sentAgainAs.className}”.
      </EmptyPage>
    );
  if (data)
    return (
      <EmptyPage action={<ButtonLink to={`/update/class/${id}`}>Update class</ButtonLink>}>
        Only denied classes can be sent again. You can update this one.
      </EmptyPage>
    );
  if (data === null || isMissing(error))
    return <EmptyPage action={backToMine}>{messages.noSuchClass}</EmptyPage>;
  return (
    <LoadFailure onRetry={() => void refetch()}>The class couldn’t be loaded. {error?.message}</LoadFailure>
  );
}

interface AddClassProps {
  readonly denied?: OwnClass;
}

function AddClass({ denied }: AddClassProps) {
  const { user } = useMember();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: Partial<Carried> | null };
  const upload = usePictureUpload("image");
  const isSaved = useRef(false);
  const keyOf = useIdempotencyKey();
  const [added, setAdded] = useState<{ readonly id: string; readonly name: string }>();
  const carried = denied && state?.typed ? state : undefined;
  const initial = carried?.typed ?? (denied ? valuesOf(denied) : emptyClass);
  const present = carried?.image
    ? { src: carried.image, picture: null }
    : denied && { src: denied.image, picture: denied.picture };
  const pictureProblem = upload.state.step === "none" && !denied ? messages.noPicture : upload.problem;

  const { form, element, errors, summary, isBusy, failure, forget } = useForm<FormField>(
    formFields,
    (values) => ({ ...(pictureProblem && { image: pictureProblem }), ...checkClass(values) }),
    async (_, typed) => {
      const image = await upload.address();
      const values = readAgain(typed, classFields, checkClass);
      const item = readClass(values);
      const idempotencyKey = keyOf({ item, image });
      const { insertedId } = denied
        ? await api("POST /class/{id}/send-again", {
            params: { id: denied._id },
            body: { ...item, image: image ?? carried?.image, idempotencyKey },
          })
        : await api("POST /classes", { body: { ...item, image: image ?? "", idempotencyKey } });
      isSaved.current = !differs(typed, values);
      setAdded({ id: insertedId, name: item.className });
    },
  );

  return (
    <>
      {denied && (
        <FeedbackNote
          title={`We denied “${denied.className}”`}
          feedback={denied.feedback ?? "There’s no written feedback."}
        >
          Make your changes and send it again. It goes back to review as a new class.
        </FeedbackNote>
      )}
      <form {...form} className="is-roomy columns class-form panel">
        <ErrorSummary errors={errors} ref={summary} />
        <PictureField
          label="Class picture"
          name="image"
          title={denied?.className ?? "Your class"}
          present={present}
          upload={upload}
          onPick={() => forget("image")}
          error={errors.image}
        />
        <div className="form">
          <ClassFields
            initial={initial}
            errors={errors}
            instructor={{ name: user.displayName, email: user.email }}
          />
          <Button
            type="submit"
            size="large"
            block
            busy={
              isBusy && (upload.state.step === "sending" ? "Waiting for the picture…" : "Sending the class…")
            }
          >
            {denied ? "Send again" : "Add class"}
          </Button>
          <FormError>{failure}</FormError>
        </div>
      </form>
      <LeaveDialog
        param="again"
        isUnsaved={() =>
          !isSaved.current &&
          (carried !== undefined || upload.state.step !== "none" || differs(element.current, initial))
        }
      />
      {added && (
        <Dialog
          title="New Class Added Successfully!"
          isSuccess
          onClose={() => void navigate(myClasses)}
          closeLabel="Later"
          action={
            <Button onClick={() => void navigate(`/dashboard/instructor/curriculum/${added.id}`)}>
              {denied ? "See lessons" : "Add lessons"}
            </Button>
          }
        >
          {denied
            ? `“${added.name}” is back in review, with its lessons. We’ll email you our decision.`
            : `Next, add lessons to “${added.name}”. We review them, too, and will email you our decision.`}
        </Dialog>
      )}
    </>
  );
}

interface FeedbackNoteProps {
  readonly title: string;
  readonly feedback: string;
  readonly children?: ReactNode;
}

function FeedbackNote({ title, feedback, children }: FeedbackNoteProps) {
  return (
    <aside className="feedback-beside" aria-label="Feedback">
      <h2 className="subheading is-small">{title}</h2>
      <p dir="auto" className="words">
        {feedback}
      </p>
      {children && <p>{children}</p>}
    </aside>
  );
}
