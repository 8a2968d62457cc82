import { useEffect, useRef } from "react";
import { type Location, useBlocker } from "react-router";
import { Button } from "./button.tsx";
import { Dialog, useConfirm } from "./dialog.tsx";
import { guardLeaving } from "./navigation-guard.ts";

interface LeaveDialogProps {
  readonly isUnsaved: () => boolean;
  /** The query parameter with which the page shows another form. */
  readonly param?: string;
}

export default function LeaveDialog({ isUnsaved, param }: LeaveDialogProps) {
  const hasAgreed = useRef(false);
  const mustAsk = useRef(isUnsaved);
  useEffect(() => {
    mustAsk.current = () => !hasAgreed.current && isUnsaved();
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      formAt(currentLocation, param) !== formAt(nextLocation, param) &&
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

const formAt = ({ pathname, search }: Location, param = ""): string =>
  `${pathname} ${new URLSearchParams(search).get(param)}`;
