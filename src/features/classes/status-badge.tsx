import type { ReactNode } from "react";
import { Icon } from "../../ui/icons.tsx";
import type { ClassStatus } from "./state.ts";
import "./status-badge.css";

const looks = {
  pending: { word: "Pending", icon: "clock" },
  approved: { word: "Approved", icon: "check" },
  denied: { word: "Denied", icon: "close" },
} as const;

/** A class's status, by icon, word and border, so that no colour is needed to tell it. */
export function StatusBadge({ status }: { readonly status: ClassStatus }): ReactNode {
  const { word, icon } = looks[status];
  return (
    <span className={`status-badge is-${status}`}>
      <Icon name={icon} />
      {word}
    </span>
  );
}
