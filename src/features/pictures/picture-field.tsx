import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Picture, type PictureSizes } from "../../ui/cover.tsx";
import { FieldError, useDescription } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { mostMegabytes, pictureTypes } from "./file-rules.ts";
import type { PictureUpload, UploadState } from "./use-picture-upload.ts";
import "./picture-field.css";

interface PictureFieldProps {
  readonly label: string;
  readonly name: string;
  readonly upload: PictureUpload;
  /** The picture that is there already. */
  readonly present?: { readonly src: string; readonly picture: PictureSizes | null } | undefined;
  /** Shown in place of a picture that does not come. */
  readonly title: string;
  readonly error?: string | undefined;
}

/** A picture to be chosen or dropped: its preview, and how far its upload is. */
export function PictureField({ label, name, upload, present, title, error }: PictureFieldProps): ReactNode {
  const { state, pick, stop, retry, clear } = upload;
  const [isOver, setOver] = useState(false);
  const problem = state.step === "refused" || state.step === "stopped" ? state.problem : error;
  const description = useDescription({ hint: true, error: problem });
  const input = useRef<HTMLInputElement>(null);
  const isShown = present !== undefined || "preview" in state;

  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={isOver ? "field picture-field is-over" : "field picture-field"}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file) pick(file);
      }}
    >
      <label htmlFor={name}>{label}</label>
      <div className="field-hint" id={description.hintId}>
        A JPEG, PNG, WebP or AVIF, at most {mostMegabytes} MB. 1600 × 1000 pixels fill a class's cover.
      </div>
      <input
        {...description.input}
        ref={input}
        className="visually-hidden"
        type="file"
        id={name}
        name={name}
        accept={pictureTypes.join(",")}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) pick(file);
          // The same file again is a choice too.
          currentTarget.value = "";
        }}
      />
      <div className="picture-well">
        {"preview" in state ? (
          <img src={state.preview} alt={`Preview of ${state.name}`} />
        ) : present ? (
          <Picture src={present.src} picture={present.picture} title={title} sizes="480px" eager />
        ) : (
          <span className="picture-well-note">Drop a picture here</span>
        )}
      </div>
      <UploadProgress state={state} />
      <FieldError id={description.errorId} message={problem} />
      <div className="picture-actions">
        <label htmlFor={name} className="button is-quiet is-small">
          {isShown ? "Choose another picture" : "Choose a picture"}
        </label>
        {(state.step === "sending" || state.step === "stopped") && (
          // One button with two meanings, so that the focus stays on it.
          <Button look="quiet" size="small" onClick={state.step === "sending" ? stop : retry}>
            {state.step === "sending" ? "Cancel the upload" : "Try again"}
          </Button>
        )}
        {present && state.step !== "none" && state.step !== "sending" && (
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              clear();
              input.current?.focus();
            }}
          >
            Keep the old picture
          </Button>
        )}
      </div>
    </div>
  );
}

function UploadProgress({ state }: { readonly state: UploadState }): ReactNode {
  return (
    <>
      {state.step === "sending" && (
        <ProgressBar label={`Upload of ${state.name}`} done={state.gone < 1 ? state.gone : undefined} />
      )}
      <p className="picture-status" role="status">
        {state.step === "sending" &&
          (state.gone < 1 ? `Uploading ${state.name} …` : `Drawing ${state.name} in all its sizes …`)}
        {state.step === "kept" && (
          <>
            <Icon name="check" />
            {state.name} is uploaded
          </>
        )}
      </p>
    </>
  );
}
