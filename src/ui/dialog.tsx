import { type ReactNode, useCallback, useId, useLayoutEffect, useRef, useState } from "react";
import { returnFocus } from "./keep-focus.ts";
import { Button } from "./button.tsx";
import "./dialog.css";

const initialFocus = "data-initial-focus";

interface DialogProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** A button or two before the one that closes the dialog. */
  readonly action?: ReactNode;
  /** By default "Cancel" beside an action, otherwise "OK". */
  readonly closeLabel?: string;
  readonly onClose: () => void;
  readonly isSuccess?: boolean;
  /** Fields describe themselves; screen readers would read every option before the first field. */
  readonly isForm?: boolean;
}

/** Takes the focus, so that all of it is read; a form passes it on to `data-initial-focus` or its first field. */
export function Dialog(props: DialogProps) {
  const { title, children, action, onClose, isSuccess = false, isForm } = props;
  const { closeLabel = action ? "Cancel" : "OK" } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const bodyId = useId();
  // A layout effect: a removed element cannot return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const field = element?.querySelector<HTMLElement>(`[${initialFocus}]`);
    (field ?? (isForm ? undefined : element))?.focus();
    return () => {
      element?.close();
      returnFocus();
    };
  }, [isForm]);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={isSuccess ? "dialog is-success" : "dialog"}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={children && !isForm ? bodyId : undefined}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.repeat || event.target !== event.currentTarget) return;
        // It would press the element that regains the focus.
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        // A slip of the hand must not lose a long text; Cancel is always there.
        if (!hasTyped(event.currentTarget)) onClose();
      }}
      // A second Escape closes it even if `onClose` had a reason to stay.
      onClose={(event) => event.currentTarget.showModal()}
    >
      {isSuccess && <Hanamaru />}
      <h2 id={titleId}>{title}</h2>
      {children && <div id={bodyId}>{children}</div>}
      <div className="actions dialog-actions">
        {action}
        <Button look={action ? "quiet" : "solid"} onClick={onClose}>
          {closeLabel}
        </Button>
      </div>
    </dialog>
  );
}

const hasTyped = (dialog: HTMLDialogElement): boolean =>
  Array.from(dialog.querySelectorAll("textarea")).some(({ value, defaultValue }) => value !== defaultValue);

interface ConfirmDialogProps {
  readonly children: ReactNode;
  readonly title?: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { children, title = "Are you sure?", confirmLabel, onConfirm, onCancel } = props;
  return (
    <Dialog title={title} onClose={onCancel} action={<Button onClick={onConfirm}>{confirmLabel}</Button>}>
      {children}
    </Dialog>
  );
}

export interface Question {
  readonly isPending: boolean;
  readonly ask: () => Promise<boolean>;
  readonly answer: (yes: boolean) => void;
}

export function useConfirm(): Question {
  const [settle, setSettle] = useState<(yes: boolean) => void>();
  const ask = useCallback(() => new Promise<boolean>((done) => setSettle(() => done)), []);
  return {
    isPending: settle !== undefined,
    ask,
    answer: (yes) => {
      setSettle(undefined);
      settle?.(yes);
    },
  };
}

export function Hanamaru() {
  return (
    <svg className="hanamaru" viewBox="0 0 120 120" aria-hidden="true">
      <path
        pathLength="1"
        d="M60 60c-5-1-4-10 3-10 9 0 11 11 6 17-7 8-22 5-25-6-4-14 8-27 22-26 17 1 27 18 21 33-6 17-27 23-42 13m-12-19c-13 2-19-12-11-20-7-10 1-22 12-20 1-12 15-17 23-8 9-8 22-2 22 9 12 0 18 13 11 22 8 8 4 21-7 23 0 12-13 19-22 12-8 8-22 5-24-6"
      />
    </svg>
  );
}
