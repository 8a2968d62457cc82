import { useRef, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Picture, type PictureSizes } from "../../../../ui/cover.tsx";
import { FieldError, useDescription } from "../../../../ui/field.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { useFileDrop } from "../../../../ui/use-file-drop.ts";
import { maxPictureMegabytes, pictureTypes, recommendedWidth } from "../policy.ts";
import type { UploadState, MountedUpload } from "./picture-upload.ts";
import "./picture-field.css";

interface PictureFieldProps {
  readonly label: string;
  readonly name: string;
  readonly upload: MountedUpload;
  readonly onPick?: () => void;
  readonly present?: { readonly src: string; readonly picture: PictureSizes | null } | undefined;
  readonly title: string;
  readonly error?: string | undefined;
  readonly hint?: string;
}

export function PictureField(props: PictureFieldProps) {
  const { label, name, upload, onPick, present, title, error, hint } = props;
  const { state, pick, stop, retry, clear } = upload;
  const drop = useFileDrop(([file]) => {
    if (!file) return;
    onPick?.();
    pick(file);
  });
  const [loaded, setLoaded] = useState<{ readonly preview: string; readonly width: number }>();
  const width = "preview" in state && loaded?.preview === state.preview ? loaded.width : undefined;
  const problem = state.step === "refused" || state.step === "stopped" ? state.problem : error;
  const description = useDescription({ hint: true, error: problem });
  const input = useRef<HTMLInputElement>(null);
  const isShown = present !== undefined || "preview" in state;
  return (
    <div className={drop.isOver ? "field picture-field is-over" : "field picture-field"} {...drop.zone}>
      <label htmlFor={name}>{label}</label>
      <div className="field-hint" id={description.hintId}>
        {hint ?? `JPEG, PNG, WebP or AVIF, up to ${maxPictureMegabytes} MB. Best size: 1600 × 1000 pixels.`}
      </div>
      <input
        {...drop.input}
        {...description.input}
        ref={input}
        className="visually-hidden"
        id={name}
        name={name}
        accept={pictureTypes.join(",")}
      />
      <div className="crop picture-well">
        {"preview" in state ? (
          <img
            src={state.preview}
            alt={`Preview of ${state.name}`}
            onLoad={({ currentTarget }) =>
              setLoaded({ preview: state.preview, width: currentTarget.naturalWidth })
            }
          />
        ) : present ? (
          <Picture src={present.src} picture={present.picture} title={title} sizes="480px" eager />
        ) : (
          <span className="picture-well-note">Drop a picture here</span>
        )}
      </div>
      <UploadProgress state={state} width={width} />
      <FieldError id={description.errorId} message={problem} />
      <div className="actions picture-actions">
        <label htmlFor={name} className="button is-quiet is-small">
          {isShown ? "Choose another picture" : "Choose a picture"}
        </label>
        {(state.step === "sending" || state.step === "stopped") && (
          // One button for both actions keeps the focus.
          <Button look="quiet" size="small" onClick={state.step === "sending" ? stop : retry}>
            {state.step === "sending" ? "Cancel upload" : "Try again"}
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

interface UploadProgressProps {
  readonly state: UploadState;
  /** Pixels. */
  readonly width: number | undefined;
}

function UploadProgress({ state, width }: UploadProgressProps) {
  const isSmall = width !== undefined && width < recommendedWidth && state.step !== "stopped";
  return (
    <>
      {state.step === "sending" && (
        <ProgressBar
          label={`Upload of ${state.name}`}
          done={state.progress < 1 ? state.progress : undefined}
        />
      )}
      <p className="picture-status" role="status">
        {state.step === "sending" &&
          (state.progress < 1 ? `Uploading ${state.name}…` : `Resizing ${state.name}…`)}
        {state.step === "uploaded" && (
          <>
            <Icon name="check" />
            {state.name} is uploaded
          </>
        )}
      </p>
      <p className="picture-advice" role="status">
        {isSmall &&
          `This picture is ${width} pixels wide and may look blurry on a large screen. One that is ${recommendedWidth} or wider looks sharper, but you can keep this one.`}
      </p>
    </>
  );
}
