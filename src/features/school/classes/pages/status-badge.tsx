import { Icon } from "../../../../ui/icons.tsx";
import type { ClassStatus } from "../state.ts";

const looks = {
  pending: { word: "Pending", icon: "clock" },
  approved: { word: "Approved", icon: "check" },
  denied: { word: "Denied", icon: "close" },
} as const;

export function StatusBadge({ status }: { readonly status: ClassStatus }) {
  const { word, icon } = looks[status];
  return (
    <span className={`badge status-badge is-${status}`}>
      <Icon name={icon} />
      {word}
    </span>
  );
}
