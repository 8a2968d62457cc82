import { type DragEvent, type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FieldError, useDescription } from "../../ui/field.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { type UploadState, sizeOf, timeLeft } from "./create-upload.ts";
import type { MountedUpload } from "./use-upload.ts";
import "./upload-field.css";

interface UploadFieldProps {
  readonly label: string;
  readonly name: string;
  readonly hint: string;
  readonly accept: string;
  readonly upload: MountedUpload;
}

export function UploadField({ label, name, hint, accept, upload }: UploadFieldProps): ReactNode {
  const { state, pick, pause, resume, cancel, unfinished } = upload;
  const [isDraggedOver, setDraggedOver] = useState(false);
  const problem = state.step === "stopped" ? state.problem : undefined;
  const ids = useDescription({ hint, error: problem });
  const isRunning = state.step === "sending" || state.step === "waiting";
  const handleDragOver = (event: DragEvent): void => {
    event.preventDefault();
    setDraggedOver(true);
  };
  return (
    <div
      className={isDraggedOver ? "field upload-field is-over" : "field upload-field"}
      onDragEnter={handleDragOver}
      onDragOver={handleDragOver}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDraggedOver(false);
        const file = event.dataTransfer.files[0];
        if (file) pick(file);
      }}
    >
      <input
        {...ids.input}
        className="visually-hidden"
        type="file"
        id={name}
        name={name}
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) pick(file);
          // Allows the user to pick the same file again.
          currentTarget.value = "";
        }}
      />
      <div className="upload-actions">
        {!isRunning && state.step !== "paused" && (
          <label htmlFor={name} className="button is-quiet is-small">
            {label}
          </label>
        )}
        {isRunning && (
          <Button look="quiet" size="small" onClick={pause}>
            Pause
          </Button>
        )}
        {(state.step === "paused" || (state.step === "stopped" && state.canRetry)) && (
          <Button size="small" onClick={resume}>
            {state.step === "paused" ? "Resume" : "Try again"}
          </Button>
        )}
        {state.step !== "none" && (
          <Button look="quiet" size="small" onClick={cancel}>
            {state.step === "stopped" ? "Dismiss" : "Cancel upload"}
          </Button>
        )}
        {state.step === "none" && <span className="upload-drop">or drop it here</span>}
      </div>
      <p className="field-hint" id={ids.hintId}>
        {unfinished
          ? `The upload of ${unfinished} was cut off. Choose it again to go on where it was.`
          : hint}
      </p>
      {(isRunning || state.step === "paused") && (
        <ProgressBar
          label={`Upload of ${state.name}`}
          done={state.total > 0 ? state.sent / state.total : 0}
        />
      )}
      {state.step !== "none" && state.step !== "stopped" && (
        <p className="upload-figures">
          {state.name}: {sizeOf(state.sent)} of {sizeOf(state.total)}
          {state.step === "sending" && state.secondsLeft !== undefined && `, ${timeLeft(state.secondsLeft)}`}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {spokenStep(state)}
      </p>
      {state.step === "waiting" && (
        <p className="upload-figures">No connection. The upload goes on by itself once it’s back.</p>
      )}
      <FieldError id={ids.errorId} message={problem} />
    </div>
  );
}

/** Without figures, which change too often to be read out. */
function spokenStep(state: UploadState): string {
  switch (state.step) {
    case "sending":
      return `Uploading ${state.name}`;
    case "paused":
      return `Upload of ${state.name} paused`;
    case "waiting":
      return `Upload of ${state.name} waits for the connection`;
    case "stopped":
      return `Upload of ${state.name} stopped. ${state.problem}`;
    default:
      return "";
  }
}
