import type { ReactNode } from "react";
import { Button } from "../../../../ui/button.tsx";
import { useDescription } from "../../../../ui/field.tsx";
import { useFileDrop } from "../../../../ui/use-file-drop.ts";
import { UploadRow } from "./upload-row.tsx";
import { listOf } from "./upload-words.ts";
import type { MountedUploads } from "./use-uploads.ts";
import "./upload-field.css";

interface UploadFieldProps {
  readonly label: string;
  readonly name: string;
  readonly hint: string;
  readonly accept: string;
  readonly uploads: MountedUploads;
  /** Otherwise a new file replaces the previous one. */
  readonly isMultiple?: boolean;
}

export function UploadField(props: UploadFieldProps): ReactNode {
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
      <div className="upload-actions">
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
        <ul role="list" className="upload-rows">
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
