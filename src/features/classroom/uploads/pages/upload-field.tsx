import { useSyncExternalStore } from "react";
import { Button } from "../../../../ui/button.tsx";
import { useDescription, FormError } from "../../../../ui/field.tsx";
import { useFileDrop } from "../../../../ui/use-file-drop.ts";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { listOf, sizeOf, timeLeft } from "./upload-words.ts";
import type { MountedUploads } from "./use-uploads.ts";
import "./upload-field.css";
import type { Upload, UploadState } from "./create-upload.ts";

interface UploadFieldProps {
  readonly label: string;
  readonly name: string;
  readonly hint: string;
  readonly accept: string;
  readonly uploads: MountedUploads;
  /** Otherwise a new file replaces the previous one. */
  readonly isMultiple?: boolean;
}

export function UploadField(props: UploadFieldProps) {
  const { label, name, hint, accept, uploads, isMultiple = false } = props;
  const { running, unfinished } = uploads;
  const ids = useDescription({ hint });
  const drop = useFileDrop((files) => {
    if (!isMultiple) for (const { upload } of running) upload.cancel();
    uploads.add(isMultiple ? files : files.slice(0, 1));
  });
  const stopped = running.filter(({ upload }) => upload.state().step === "stopped");
  const isOffered = isMultiple || running.length === 0;
  return (
    <div className={drop.isOver ? "field upload-field is-over" : "field upload-field"} {...drop.zone}>
      <input
        {...drop.input}
        {...ids.input}
        className="visually-hidden"
        id={name}
        name={name}
        aria-label={label}
        accept={accept}
        multiple={isMultiple}
      />
      <div className="cluster upload-actions">
        {isOffered && (
          <label htmlFor={name} className="button is-quiet is-small">
            {label}
          </label>
        )}
        {running.length === 0 && (
          <span className="upload-drop">{isMultiple ? "or drop them here" : "or drop it here"}</span>
        )}
      </div>
      <p className="field-hint" id={ids.hintId}>
        {unfinished.length > 0
          ? `The upload of ${listOf(unfinished)} was interrupted. Choose it again to pick up where it left off.`
          : hint}
      </p>
      {running.length > 0 && (
        <ul role="list" className="stack is-close upload-rows">
          {running.map(({ key, upload }) => (
            <UploadRow key={key} upload={upload} />
          ))}
        </ul>
      )}
      {stopped.length > 1 && (
        <Button
          look="quiet"
          size="small"
          onClick={() => {
            for (const { upload } of stopped) upload.cancel();
          }}
        >
          Dismiss all stopped uploads
        </Button>
      )}
    </div>
  );
}

function UploadRow({ upload }: { readonly upload: Upload }) {
  const { name, size, pause, resume, cancel } = upload;
  const state = useSyncExternalStore(upload.subscribe, upload.state, upload.state);
  const { step, sent } = state;
  const isRunning = step === "sending" || step === "waiting";
  const isBegun = isRunning || step === "paused";
  const canGoOn = step === "paused" || (step === "stopped" && state.canRetry);
  const hiddenName = <span className="visually-hidden"> {name}</span>;
  return (
    <li>
      {isBegun && <ProgressBar label={`Upload of ${name}`} done={sent / size} />}
      <p className="upload-figures">
        {name}
        {isBegun && `: ${sizeOf(sent)} of ${sizeOf(size)}`}
        {step === "queued" && ` is waiting its turn, ${sizeOf(size)}`}
        {step === "sending" && state.secondsLeft !== undefined && `, ${timeLeft(state.secondsLeft)}`}
      </p>
      <p className={step === "waiting" ? "upload-figures" : "visually-hidden"} role="status">
        {inWords(state, name)}
      </p>
      <FormError>{step === "stopped" && state.problem}</FormError>
      <div className="cluster upload-actions">
        {isRunning && (
          <Button look="quiet" size="small" onClick={pause}>
            Pause
            {hiddenName}
          </Button>
        )}
        {canGoOn && (
          <Button size="small" onClick={resume}>
            {step === "paused" ? "Resume" : "Try again"}
            {hiddenName}
          </Button>
        )}
        <Button look="quiet" size="small" onClick={cancel}>
          {step === "stopped" ? "Dismiss" : "Cancel upload"}
          {hiddenName}
        </Button>
      </div>
    </li>
  );
}

/** Without numbers, which change too often for a screen reader. */
function inWords(state: UploadState, name: string): string {
  switch (state.step) {
    case "sending":
      return `Uploading ${name}`;
    case "paused":
      return `Upload of ${name} paused`;
    case "waiting":
      return `${state.problem} The upload will resume on its own.`;
    default:
      return "";
  }
}
