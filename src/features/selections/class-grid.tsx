import { type ReactNode, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog, SuccessDialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import { asOrigin } from "../accounts/origin.ts";
import { maySelectClasses } from "../accounts/policy.ts";
import { api, useSession } from "../accounts/session.ts";
import { type CatalogueClass, ClassCard } from "../classes/class-card.tsx";
import { useTakenClasses } from "./use-taken-classes.ts";

interface ClassGridProps {
  readonly items: readonly CatalogueClass[];
  readonly headingLevel: "h2" | "h3";
}

type Notice =
  | { readonly kind: "sign-in" }
  | { readonly kind: "selected" }
  | { readonly kind: "refused"; readonly why: string };

/** Class cards with what the visitor can do with each: select it, see that they have it, or why not. */
export function ClassGrid({ items, headingLevel }: ClassGridProps): ReactNode {
  const { isLoading, user, role } = useSession();
  const taken = useTakenClasses();
  const [selecting, setSelecting] = useState<string>();
  const [notice, setNotice] = useState<Notice>();
  const mayNot = role !== undefined && !maySelectClasses(role);
  // Whoever is signed in has a role that is still being asked for.
  const isWaiting = isLoading || (user !== null && role === undefined) || taken.isLoading;

  const select = async (classId: string): Promise<void> => {
    if (!user) {
      setNotice({ kind: "sign-in" });
      return;
    }
    setSelecting(classId);
    try {
      await api("POST /selected/class", { body: { classId } });
      setNotice({ kind: "selected" });
    } catch (error) {
      setNotice({ kind: "refused", why: error instanceof Error ? error.message : String(error) });
    }
    // Also after a refusal: another tab may have selected it.
    const { refetchSelected } = await import("./selection-queries.ts");
    await refetchSelected(user.email);
    setSelecting(undefined);
  };

  return (
    <>
      {mayNot && <p className="note">Only students can select classes.</p>}
      <ul className="class-grid">
        {items.map((item, index) => (
          <ClassCard
            key={item._id}
            item={item}
            index={index}
            headingLevel={headingLevel}
            stamp={
              taken.enrolled.has(item._id)
                ? "ENROLLED"
                : taken.selected.has(item._id)
                  ? "SELECTED"
                  : undefined
            }
            action={
              <SelectButton
                item={item}
                isSelected={taken.selected.has(item._id)}
                isEnrolled={taken.enrolled.has(item._id)}
                isSelecting={selecting === item._id}
                isWaiting={isWaiting || selecting !== undefined}
                mayNot={mayNot}
                onSelect={() => void select(item._id)}
              />
            }
          />
        ))}
      </ul>
      {notice && <SelectionNotice notice={notice} onClose={() => setNotice(undefined)} />}
    </>
  );
}

interface SelectButtonProps {
  readonly item: CatalogueClass;
  readonly isSelected: boolean;
  readonly isEnrolled: boolean;
  readonly isSelecting: boolean;
  /** Something is still loading, so that a click would come too early (section 2). */
  readonly isWaiting: boolean;
  readonly mayNot: boolean;
  readonly onSelect: () => void;
}

function SelectButton(props: SelectButtonProps): ReactNode {
  const { item, isSelected, isEnrolled, isSelecting, isWaiting, mayNot, onSelect } = props;
  if (isEnrolled) {
    return (
      <ButtonLink size="small" look="quiet" to={`/dashboard/enrolled-classes/${item._id}`}>
        Continue
        <span className="visually-hidden"> {item.className}</span>
      </ButtonLink>
    );
  }
  if (isSelected) {
    return (
      <Button size="small" disabled>
        <Icon name="check" />
        Selected
        <span className="visually-hidden"> {item.className}</span>
      </Button>
    );
  }
  if (item.availableSeats === 0) {
    return (
      <Button size="small" disabled>
        No seats left
        <span className="visually-hidden"> in {item.className}</span>
      </Button>
    );
  }
  return (
    <Button
      size="small"
      busy={isSelecting && "Selecting …"}
      disabled={mayNot || (isWaiting && !isSelecting)}
      data-waiting={isWaiting && !mayNot}
      onClick={onSelect}
    >
      Select
      <span className="visually-hidden"> {item.className}</span>
    </Button>
  );
}

function SelectionNotice({
  notice,
  onClose,
}: {
  readonly notice: Notice;
  readonly onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const location = useLocation();
  switch (notice.kind) {
    case "selected":
      return (
        <SuccessDialog title="Good job!" onClose={onClose}>
          Class Selected Successfully!
        </SuccessDialog>
      );
    case "sign-in":
      return (
        <Dialog
          title="Please Login, To Select The Class"
          onClose={onClose}
          actions={
            <>
              <Button onClick={() => void navigate("/login", { state: asOrigin(location) })}>
                Login Now!
              </Button>
              <Button look="quiet" onClick={onClose}>
                Cancel
              </Button>
            </>
          }
        />
      );
    case "refused":
      return (
        <Dialog title="Not selected" onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
          {notice.why}
        </Dialog>
      );
  }
}
