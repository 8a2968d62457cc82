import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { failureText } from "./connection.ts";
import { FormError } from "./field.tsx";

interface DownloadButtonProps {
  readonly name: string;
  readonly busyLabel?: string;
  readonly fetchFile: () => Promise<Blob>;
  readonly children: ReactNode;
}

/** A plain link cannot send the token. */
export function DownloadButton({ name, busyLabel = "Exporting…", fetchFile, children }: DownloadButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const download = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const url = URL.createObjectURL(await fetchFile());
      const link = Object.assign(document.createElement("a"), { href: url, download: name });
      link.click();
      URL.revokeObjectURL(url);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Button look="quiet" size="small" busy={isBusy && busyLabel} onClick={() => void download()}>
        {children}
      </Button>
      <FormError>{failure}</FormError>
    </div>
  );
}
