import { useLocation } from "react-router";
import { asOrigin } from "../../../../access/origin.ts";
import { ApiError } from "../../../../http/client.ts";
import { ButtonLink } from "../../../../ui/button.tsx";
import { EmptyPage, LoadFailure } from "../../../../ui/empty-page.tsx";

export function NoGallery({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const location = useLocation();
  const code = error instanceof ApiError ? error.code : "";
  if (code === "guardian-consent-missing") {
    return (
      <EmptyPage action={<ButtonLink to="/dashboard/account">Go to my account</ButtonLink>}>
        {error.message}
      </EmptyPage>
    );
  }
  if (code === "age-unknown") {
    return (
      <EmptyPage
        action={
          <ButtonLink to="/signup/age" state={asOrigin(location)}>
            Tell us
          </ButtonLink>
        }
      >
        {error.message}
      </EmptyPage>
    );
  }
  if (["not-enrolled", "class-not-found", "drawing-not-found", "invalid-input"].includes(code)) {
    return (
      <EmptyPage action={<ButtonLink to="/dashboard">Go to my dashboard</ButtonLink>}>
        {code === "invalid-input" ? "There is no gallery at this address." : error.message}
      </EmptyPage>
    );
  }
  return <LoadFailure onRetry={onRetry}>We couldn’t load the gallery. {error.message}</LoadFailure>;
}
