import { Suspense, useRef, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { ApiError, isMissing } from "../../../../http/client.ts";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { ConfirmDialog, Dialog, useConfirm } from "../../../../ui/dialog.tsx";
import { EmptyPage, LoadFailure } from "../../../../ui/empty-page.tsx";
import { ErrorSummary, FormError } from "../../../../ui/field.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { readAgain, readNow } from "../../../../ui/typed-since.ts";
import { useForm } from "../../../../ui/use-form.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { PictureField } from "../../pictures/pages/picture-field.tsx";
import { usePictureUpload } from "../../pictures/pages/picture-upload.ts";
import type { Carried } from "./add-class-page.tsx";
import { type Home, homes, sendAgainPath } from "./editor-homes.ts";
import { ClassFields } from "./class-fields.tsx";
import {
  type FormField,
  type OwnClass,
  type Conflict,
  checkChanges,
  checkClass,
  classFields,
  differs,
  formFields,
  isNegative,
  valuesOf,
  changedMeanwhile,
  fetchOwnClass,
  useOwnClass,
  mergeOntoNewest,
  readClass,
  saveEdit,
} from "./class-values.ts";
import { messages } from "../policy.ts";
import { mayChange } from "../state.ts";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import "./class-form.css";

// The form waits for it: input typed before it loads would be left without a question.
const LeaveDialog = lazyPart(() => import("../../../../ui/leave-dialog.tsx"));
const ConflictNotice = lazyPart(() => import("./conflict-notice.tsx"));

const loading = <Loading label="Loading the class" shape="sheet" />;

export const meta = () => [{ title: "Update class · Senga" }];

export default function UpdateClassPage() {
  const { role } = useMember();
  const { id = "" } = useParams();
  const home = homes[role === "admin" ? "admin" : "instructor"];
  return (
    <>
      <p className="breadcrumb">
        <Link to={home.to}>{home.label}</Link> / Update
      </p>
      <h1 tabIndex={-1}>Update class</h1>
      <Suspense fallback={loading}>
        <OpenClass key={id} id={id} home={home} />
      </Suspense>
    </>
  );
}

function OpenClass({ id, home }: { readonly id: string; readonly home: Home }) {
  const { data, error, refetch } = useOwnClass(id, "to update");
  const back = <ButtonLink to={home.to}>Back to {home.label}</ButtonLink>;
  if (data && !mayChange(data.status)) {
    const maySendAgain = home === homes.instructor && !data.sentAgainAs;
    return (
      <EmptyPage action={maySendAgain ? <ButtonLink to={sendAgainPath(id)}>Send again</ButtonLink> : back}>
        This class was denied, so it can’t be edited.
        {maySendAgain && " Send it again instead: the form opens filled in."}
      </EmptyPage>
    );
  }
  if (data) return <EditForm opened={data} home={home} />;
  if (data === null) return <EmptyPage action={back}>{messages.notYourClass}</EmptyPage>;
  if (isMissing(error)) return <EmptyPage action={back}>{messages.noSuchClass}</EmptyPage>;
  if (!error) return loading;
  return (
    <LoadFailure onRetry={() => void refetch()}>The class couldn’t be loaded. {error.message}</LoadFailure>
  );
}

function EditForm({ opened, home }: { readonly opened: OwnClass; readonly home: Home }) {
  const navigate = useNavigate();
  const upload = usePictureUpload("image");
  const isSaved = useRef(false);
  const { isPending, ask, answer } = useConfirm();
  const [base, setBase] = useState(opened);
  const [initial, setInitial] = useState(() => valuesOf(opened));
  const [conflict, setConflict] = useState<Conflict>();
  const [notice, setNotice] = useState<"negative" | "updated">();
  const [refused, setRefused] = useState<Carried>();

  const { form, element, errors, summary, isBusy, failure, forget } = useForm<FormField>(
    formFields,
    (values) => ({ ...(upload.problem && { image: upload.problem }), ...checkChanges(values) }),
    async (shown, typed) => {
      if (isNegative(shown)) return setNotice("negative");
      if (!(await ask())) return;
      const image = await upload.address();
      const values = readAgain(typed, classFields, checkClass);
      const met = await saveEdit(base, values, image).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === "class-denied") setRefused({ typed: values, image });
        throw error;
      });
      setConflict(met);
      if (met) {
        setBase(met.newest);
        setInitial(mergeOntoNewest(met));
        return;
      }
      setNotice("updated");
      isSaved.current = !differs(typed, values);
      if (isSaved.current) return;
      // What was typed meanwhile can be saved next.
      const newest = await fetchOwnClass(base._id);
      if (!newest) return;
      setBase(newest);
      const sent = { ...base, ...readClass(values) };
      setInitial(mergeOntoNewest({ base: sent, newest, typed: readNow(typed, classFields) }));
    },
  );

  return (
    <>
      {conflict && (
        <Suspense>
          <ConflictNotice
            about="class"
            by={conflict.newest.edited?.by}
            at={conflict.newest.edited?.at}
            changed={changedMeanwhile(conflict)}
          />
        </Suspense>
      )}
      <form {...form} className="is-roomy columns class-form panel">
        <ErrorSummary errors={errors} ref={summary} />
        <PictureField
          label="Class picture"
          name="image"
          title={base.className}
          present={{ src: base.image, picture: base.picture }}
          upload={upload}
          onPick={() => forget("image")}
          error={errors.image}
        />
        <div className="form" key={base.version}>
          <ClassFields
            initial={initial}
            errors={errors}
            instructor={{ name: base.instructorName, email: base.instructorEmail }}
          />
          <Button type="submit" size="large" block busy={isBusy && busyWords(isPending, upload.state.step)}>
            Update class
          </Button>
          <FormError>{failure}</FormError>
          {refused && home === homes.instructor && (
            <Button
              look="quiet"
              onClick={() => {
                isSaved.current = true;
                void navigate(sendAgainPath(base._id), { state: refused });
              }}
            >
              Send it again with what you typed
            </Button>
          )}
        </div>
      </form>
      <LeaveDialog
        isUnsaved={() =>
          !isSaved.current && (upload.state.step !== "none" || differs(element.current, valuesOf(base)))
        }
      />
      {isPending && (
        <ConfirmDialog
          confirmLabel="Yes, Update This Class!"
          onConfirm={() => answer(true)}
          onCancel={() => answer(false)}
        >
          Students will see your changes {base.status === "approved" ? "right away" : "once it’s approved"}.
          {home === homes.admin && ` ${base.instructorName} will be emailed what you changed.`}
        </ConfirmDialog>
      )}
      {notice === "negative" && (
        <Dialog title="Can'be Negetive Number" onClose={() => setNotice(undefined)} />
      )}
      {notice === "updated" && (
        <Dialog
          isSuccess
          title="Class Updated Successfully!"
          onClose={() => {
            setNotice(undefined);
            void navigate(home.to);
          }}
        />
      )}
    </>
  );
}

function busyWords(isPending: boolean, step: string): string {
  return isPending ? "Confirm…" : step === "sending" ? "Waiting for the picture…" : "Saving…";
}
