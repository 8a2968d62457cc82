import { type ReactNode, useId, useRef } from "react";
import { DashboardIcon, type DashboardIconName } from "../../../../ui/dashboard-icon.tsx";

export interface MenuAction {
  readonly label: string;
  readonly onChoose: () => void;
  readonly isDisabled?: boolean;
}

interface MenuProps {
  readonly id: string;
  readonly label: string;
  readonly icon: DashboardIconName;
  readonly groups: readonly { readonly title?: string; readonly actions: readonly MenuAction[] }[];
}

/** A native popover closes on Escape and clicks elsewhere, and returns the focus to its button. */
export function Menu({ id, label, icon, groups }: MenuProps): ReactNode {
  const popover = useRef<HTMLDivElement>(null);
  const popoverId = useId();
  return (
    <>
      <button type="button" id={id} className="icon-button" aria-label={label} popoverTarget={popoverId}>
        <span title={label}>
          <DashboardIcon name={icon} />
        </span>
      </button>
      <div
        ref={popover}
        id={popoverId}
        popover="auto"
        className="curriculum-menu"
        role="group"
        aria-label={label}
      >
        {groups.map(
          ({ title, actions }) =>
            actions.length > 0 && (
              <div key={title ?? ""}>
                {title && <p>{title}</p>}
                <ul role="list">
                  {actions.map((action) => (
                    <li key={action.label}>
                      <button
                        type="button"
                        disabled={action.isDisabled}
                        onClick={() => {
                          popover.current?.hidePopover();
                          action.onChoose();
                        }}
                      >
                        {action.label}
                      </button>
                    </li>
                  ))}
                </ul>
              </div>
            ),
        )}
      </div>
    </>
  );
}
