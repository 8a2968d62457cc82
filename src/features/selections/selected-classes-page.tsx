import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { CallAnswer } from "../../platform/http/contract.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Picture } from "../../ui/cover.tsx";
import { ConfirmDialog, SuccessDialog } from "../../ui/dialog.tsx";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Price } from "../../ui/price.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toast } from "../../ui/toast.ts";
import { api } from "../accounts/session.ts";
import { useStudent } from "../accounts/use-guard.ts";
import type { selectionsContract } from "./contract.ts";
import { PriceChange } from "./price-change.tsx";
import { refetchSelected, selectedClassesQuery } from "./selection-queries.ts";
import "./selected-classes-page.css";

type Selection = CallAnswer<(typeof selectionsContract)["GET /selected/classes/{email}"]>[number];

export const meta = () => [{ title: "Selected Classes · Senga" }];

export default function SelectedClassesPage(): ReactNode {
  const student = useStudent();
  return student && <SelectedClasses email={student.user.email} />;
}

function SelectedClasses({ email }: { readonly email: string }): ReactNode {
  const { data, error, refetch } = useQuery(selectedClassesQuery(email));
  const [asked, setAsked] = useState<Selection>();
  const [removed, setRemoved] = useState<string>();
  const removal = useMutation({
    mutationFn: ({ _id }: Selection) => api("DELETE /selected/class/{id}", { params: { id: _id } }),
    onSuccess: (_, { className }) => setRemoved(className),
    onError: (failure) => toast(failure.message, "error"),
    // Also after a failure: it may be gone already.
    onSettled: () => refetchSelected(email),
  });

  return (
    <>
      <h1 tabIndex={-1}>Selected Classes</h1>
      {data ? (
        <Selections
          selections={data}
          removing={removal.isPending ? removal.variables._id : undefined}
          onRemove={setAsked}
        />
      ) : error ? (
        <LoadFailure onRetry={() => void refetch()}>
          Your selected classes could not be loaded. {error.message}
        </LoadFailure>
      ) : (
        <ProgressBar label="Loading your selected classes" />
      )}
      {asked && (
        <ConfirmDialog
          confirmLabel="Yes, Delete it!"
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            removal.mutate(asked);
          }}
        >
          “{asked.className}” will leave your selected classes. You can select it again while it has seats.
        </ConfirmDialog>
      )}
      {removed && (
        <SuccessDialog
          title={`[${removed}] Course Deleted from Selected Class`}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

interface SelectionsProps {
  readonly selections: readonly Selection[];
  readonly removing: string | undefined;
  readonly onRemove: (selection: Selection) => void;
}

function Selections({ selections, removing, onRemove }: SelectionsProps): ReactNode {
  if (selections.length === 0) {
    return (
      <EmptyPage action={<ButtonLink to="/classes">Browse classes</ButtonLink>}>
        You have not selected any classes yet. Please select a class to enroll.
      </EmptyPage>
    );
  }
  return (
    <ul className="selections">
      {selections.map((selection) => (
        <li key={selection._id} className="selection panel">
          <div className="selection-picture">
            <Picture
              src={selection.classImage}
              picture={selection.picture}
              title={selection.className}
              sizes="(width <= 860px) 112px, 264px"
            />
          </div>
          <div className="selection-facts">
            <h2 className="card-title">{selection.className}</h2>
            <p className="selection-by">{selection.instructorName}</p>
            <a href={`mailto:${selection.instructorEmail}`}>{selection.instructorEmail}</a>
            <PriceChange price={selection.price} priceWhenSelected={selection.priceWhenSelected} />
            <Price amount={selection.price} />
          </div>
          <div className="selection-actions">
            {selection.availableSeats > 0 ? (
              <ButtonLink to={`/dashboard/payment/${selection._id}`}>
                PAY NOW
                <span className="visually-hidden"> for {selection.className}</span>
              </ButtonLink>
            ) : (
              <Button disabled>No seats left</Button>
            )}
            <Button
              look="quiet"
              busy={removing === selection._id && "Removing …"}
              onClick={() => onRemove(selection)}
            >
              <Icon name="trash" />
              Remove
              <span className="visually-hidden"> {selection.className}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
