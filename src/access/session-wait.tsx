import { ProgressBar } from "../ui/progress-bar.tsx";
import { useSession } from "./session-store.ts";

export function SessionWait({ label }: { readonly label: string }) {
  const { isReconnecting } = useSession();
  return (
    <>
      <ProgressBar label={isReconnecting ? "Reconnecting" : label} />
      <p role="status">
        {isReconnecting &&
          "Reconnecting… We can’t reach Senga right now, but we’ll keep trying. You’re still logged in."}
      </p>
    </>
  );
}
