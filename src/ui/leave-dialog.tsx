import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { guardLeaving } from "./navigation-guard.ts";
import { useConfirm } from "./use-confirm.ts";

export default function LeaveDialog({ isUnsaved }: { readonly isUnsaved: () => boolean }) {
  const hasAgreed = useRef(false);
  const mustAsk = useRef(isUnsaved);
  useEffect(() => {
    mustAsk.current = () => !hasAgreed.current && isUnsaved();
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      // A session that has ended leads there, and no form can be saved any more.
      nextLocation.pathname !== "/login" &&
      mustAsk.current(),
  );
  const { isPending, ask, answer } = useConfirm();
  useEffect(
    () =>
      guardLeaving(async () => {
        if (!mustAsk.current()) return true;
        hasAgreed.current = await ask();
        return hasAgreed.current;
      }),
    [ask],
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (mustAsk.current()) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);

  if (!isPending && blocker.state !== "blocked") return null;
  const stay = (): void => (isPending ? answer(false) : blocker.reset?.());
  return (
    <Dialog
      title="Leave without saving?"
      onClose={stay}
      closeLabel="Stay"
      action={<Button onClick={() => (isPending ? answer(true) : blocker.proceed?.())}>Leave</Button>}
    >
      If you leave now, your changes on this page will be lost.
    </Dialog>
  );
}
