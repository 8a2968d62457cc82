import { useState } from "react";
import { Link } from "react-router";
import { identity } from "../../../../identity/client.ts";
import { isPictureUrl, pictureUrlProblem } from "../../../../platform/picture-url.ts";
import { Button } from "../../../../ui/button.tsx";
import { ErrorSummary, FormError, TextField } from "../../../../ui/field.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { isStill, readAgain } from "../../../../ui/typed-since.ts";
import { type FieldErrors, renameFields, useForm } from "../../../../ui/use-form.ts";
import { PhotoField } from "./photo-field.tsx";
import { refetchCalls } from "../../../../access/api-query.ts";
import { api, refreshUser } from "../../../../access/session.ts";
import type { Member } from "../../../../access/use-guard.ts";
import { maxPictureMegabytes } from "../../pictures/policy.ts";
import { PictureField } from "../../pictures/pages/picture-field.tsx";
import { usePictureUpload } from "../../pictures/pages/picture-upload.ts";
import { Photo } from "../../../../ui/photo.tsx";
import type { OwnAccount } from "./account-queries.ts";

const fields = ["name", "photo", "upload"] as const;
type Field = (typeof fields)[number];

function check({ name, photo }: Record<Field, string>): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  if (!name.trim()) errors.name = "Name is required";
  else if (name.trim().length > 100) errors.name = "Enter a name of up to 100 characters";
  if (!photo.trim()) errors.photo = "PhotoURL is Required";
  else if (!isPictureUrl(photo.trim())) errors.photo = pictureUrlProblem;
  return errors;
}

/** The server calls a photo an image. */
const atPhoto = (error: unknown) => renameFields(error, (field) => (field === "image" ? "photo" : field));

export function ProfileSection({
  member: { role },
  account,
}: {
  readonly member: Member;
  readonly account: OwnAccount;
}) {
  const upload = usePictureUpload("upload");
  const [isSaved, setSaved] = useState(false);
  const [uploads, setUploads] = useState(0);
  const isShown = account.guardian === null || account.guardian.state === "given";
  const { form, errors, summary, isBusy, failure, forget } = useForm(fields, check, async (_, element) => {
    const address = await upload.address();
    const typed = readAgain(element, fields, check);
    const { name, photo } = typed;
    const image = address ?? photo.trim();
    await api("PATCH /account", { body: { name: name.trim(), image } }).catch((error: unknown) => {
      throw atPhoto(error);
    });
    // The identity's copy is never shown, so a failure is harmless.
    await identity.updateProfile({ displayName: name.trim(), photoURL: image }).catch(() => {});
    await refreshUser().catch(() => {});
    upload.clear();
    if (address) setUploads((count) => count + 1);
    setSaved(isStill(element, typed));
    toast("Your name and photo are saved.");
    await refetchCalls("GET /account");
  });
  return (
    <section className="panel stack is-roomy" aria-labelledby="profile">
      <h2 id="profile">Name and photo</h2>
      <form {...form} className="form" onInput={() => setSaved(false)}>
        <ErrorSummary errors={errors} ref={summary} />
        <p className="row account-who">
          <Photo src={account.image} name={account.name} size={72} />
          {role === "student" ? (
            <span>
              {isShown
                ? "Your instructors and classmates see them. Your name also appears on certificates you earn, which anyone with the link can open."
                : "Your instructors and our admins see them. Until your guardian agrees, your classmates don’t, and your name is on no public page."}
            </span>
          ) : (
            <span>
              Everyone can see them. The rest of what students read about you is in{" "}
              <Link to="/dashboard/instructor/profile">your profile</Link>.
            </span>
          )}
        </p>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={account.name}
          error={errors.name}
          required
        />
        <PhotoField
          // Forgets the portrait that an upload has replaced. After each save, it would take the focus away.
          key={uploads}
          current={account.image}
          error={errors.photo}
          onPick={() => {
            forget("photo");
            setSaved(false);
          }}
        />
        {role !== "student" && (
          <PictureField
            label="Or upload a photo (optional)"
            name="upload"
            upload={upload}
            title={account.name}
            error={errors.upload}
            hint={`JPEG, PNG, WebP or AVIF, up to ${maxPictureMegabytes} MB; a square one looks best. It replaces your choice above.`}
          />
        )}
        <div className="actions account-actions">
          <Button type="submit" busy={isBusy && "Saving…"}>
            Save
          </Button>
          <span role="status">{isSaved && "Saved."}</span>
        </div>
        <FormError>{failure}</FormError>
      </form>
    </section>
  );
}
