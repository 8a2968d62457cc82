import { Suspense, useState } from "react";
import { DrawnIcon } from "../../ui/icons.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Menu, type MenuAction } from "../../ui/menu.tsx";
import type { ReportKind } from "./report-reasons.ts";

const ReportDialog = lazyPart(() => import("./report-dialog.tsx"));

const dots = "M5 12h.01M12 12h.01M19 12h.01";

interface ContentMenuProps {
  readonly kind: ReportKind;
  readonly id: string;
  readonly by: string;
  readonly more?: readonly MenuAction[];
}

/** Behind a “…”, because reports are rare and must not be next to praise. */
export function ContentMenu({ kind, id, by, more }: ContentMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Menu
        label={`More about the ${kind} by ${by}`}
        icon={<DrawnIcon drawing={dots} strokeWidth="3" />}
        groups={[
          { actions: [{ label: `Report this ${kind}`, onChoose: () => setOpen(true) }, ...(more ?? [])] },
        ]}
      />
      {isOpen && (
        <Suspense>
          <ReportDialog kind={kind} id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
