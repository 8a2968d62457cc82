import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { placePopover } from "./place-popover.ts";
import "./menu.css";

export interface MenuAction {
  readonly label: string;
  readonly onChoose: () => void;
  readonly isDisabled?: boolean;
}

interface MenuProps {
  readonly id?: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly groups: readonly { readonly title?: string; readonly actions: readonly MenuAction[] }[];
}

/** The keys of an ARIA menu button. The native popover closes on Escape and clicks elsewhere. */
export function Menu({ id, label, icon, groups }: MenuProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const popoverId = useId();
  const focusItem = (at: number): void => {
    const items = [...(popover.current?.querySelectorAll<HTMLElement>("[role=menuitem]:enabled") ?? [])];
    items.at(at % items.length)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key } = event;
    if (key === "Tab") close();
    const at = itemAfter(key, event.currentTarget);
    if (at === undefined) return;
    event.preventDefault();
    focusItem(at);
  };
  const close = (): void => {
    popover.current?.hidePopover();
    // Safari doesn't focus a clicked button, so the popover can't return the focus to it.
    opener.current?.focus();
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        id={id}
        className="icon-button"
        aria-label={label}
        aria-haspopup="menu"
        popoverTarget={popoverId}
      >
        <span title={label}>{icon}</span>
      </button>
      <div
        ref={popover}
        id={popoverId}
        popover="auto"
        className="popover menu"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onBeforeToggle={placePopover}
        onToggle={({ newState }) => {
          // The event is asynchronous: a fast typist may already be on an item.
          if (newState === "open") {
            if (!popover.current?.contains(document.activeElement)) focusItem(0);
          } else if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true });
        }}
      >
        {groups.map(
          ({ title, actions }) =>
            actions.length > 0 && (
              <div key={title ?? ""} role="group" aria-label={title}>
                {title && <p aria-hidden="true">{title}</p>}
                {actions.map((action) => (
                  <button
                    key={action.label}
                    type="button"
                    role="menuitem"
                    className="pressable"
                    tabIndex={-1}
                    disabled={action.isDisabled}
                    onClick={() => {
                      close();
                      action.onChoose();
                    }}
                  >
                    {action.label}
                  </button>
                ))}
              </div>
            ),
        )}
      </div>
    </>
  );
}

function itemAfter(key: string, menu: HTMLElement): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return -1;
  const items = [...menu.querySelectorAll("[role=menuitem]:enabled")];
  const at = items.findIndex((item) => item === document.activeElement);
  if (key === "ArrowDown") return at + 1;
  return key === "ArrowUp" ? at - 1 : undefined;
}
