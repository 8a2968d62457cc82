import { type ReactNode, useSyncExternalStore } from "react";
import { Button } from "../../../../ui/button.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import type { Upload, UploadState } from "./create-upload.ts";
import { sizeOf, timeLeft } from "./upload-words.ts";

export function UploadRow({ upload }: { readonly upload: Upload }): ReactNode {
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
      <div className="upload-actions">
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
