import { Link } from "react-router";
import { useTakenClasses } from "../../features/school/selections/pages/use-taken-classes.ts";
import { Icon } from "../../ui/icons.tsx";
import { ofRole } from "./navigation.ts";

const noClasses: readonly string[] = [];

export default function SelectedClasses({ look }: { readonly look: "count" | "link" }) {
  const { selectedCount } = useTakenClasses(noClasses);
  if (selectedCount === 0) return null;
  const count = (
    <span className="navigation-count">
      {selectedCount}
      <span className="visually-hidden"> selected</span>
    </span>
  );
  if (look === "count") return count;
  return (
    <Link className="icon-button navigation-selected" to={ofRole.student.to}>
      <Icon name="bookmark" />
      <span className="visually-hidden">{ofRole.student.label}</span>
      {count}
    </Link>
  );
}
