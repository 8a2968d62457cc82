import type { ReactNode } from "react";
import { ApiError } from "../../../../http/client.ts";
import { ButtonLink } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";

/** The URL names no class, so a retry can't help. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

export function MissingClass({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <EmptyPage action={<ButtonLink to={to}>{children}</ButtonLink>}>We couldn’t find this class.</EmptyPage>
  );
}
