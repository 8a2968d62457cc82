import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { failureText } from "../../ui/connection.ts";
import { FormError } from "../../ui/field.tsx";
import { openMediaSession } from "../../features/playback/report-to-server.ts";

export default function ExportData(): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const download = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await openMediaSession();
      // The browser streams it to the disk, however large it is.
      location.assign("/media/account/export.zip");
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="panel" aria-labelledby="export">
      <h2 id="export">Your data</h2>
      <p>
        Everything we know about you in one zip file: your account, classes, payments, progress, drawings and
        what you wrote, as JSON, and the pictures themselves.
      </p>
      <div>
        <Button look="quiet" busy={isBusy && "Preparing …"} onClick={() => void download()}>
          Download everything of mine
        </Button>
      </div>
      <FormError>{failure}</FormError>
    </section>
  );
}
