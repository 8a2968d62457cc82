import type { ReactNode } from "react";
import { ButtonLink } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";

export function MissingClass({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <EmptyPage action={<ButtonLink to={to}>{children}</ButtonLink>}>We couldn’t find this class.</EmptyPage>
  );
}
