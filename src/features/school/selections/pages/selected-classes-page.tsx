import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { Picture } from "../../../../ui/cover.tsx";
import { ConfirmDialog, Dialog } from "../../../../ui/dialog.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { DashboardIcon } from "../../../../ui/dashboard-icon.tsx";
import { Price } from "../../../../ui/price.tsx";
import { NextPage } from "../../../../ui/next-page.tsx";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { type Row, apiListQuery } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { LessonNote, PriceChange } from "../../classes/pages/class-notes.tsx";
import { refetchSelections } from "./observe-taken-classes.ts";
import "./selected-classes-page.css";

type Selection = Row<"GET /selected/classes/{email}">;

export const meta = () => [{ title: "Selected Classes · Senga" }];

export default function SelectedClassesPage() {
  const { email } = useMember().user;
  const query = useInfiniteQuery(
    apiListQuery("GET /selected/classes/{email}", (cursor) => ({
      params: { email },
      query: { limit: 30, cursor },
    })),
  );
  const { data } = query;
  const selections = data?.pages.flatMap(({ rows }) => rows);
  const [toRemove, setToRemove] = useState<Selection>();
  const [removed, setRemoved] = useState<{ className: string; at: number }>();
  const removal = useMutation({
    mutationFn: ({ _id }: Selection) => api("DELETE /selected/class/{id}", { params: { id: _id } }),
    onSettled: async (_, failure, { _id, className }) => {
      const at = selections?.findIndex((each) => each._id === _id) ?? 0;
      // Also after a failure: the selection may be gone already.
      await refetchSelections();
      if (!failure) setRemoved({ className, at });
    },
  });

  return (
    <>
      <h1 tabIndex={-1}>Selected Classes</h1>
      <FormError>{removal.error?.message}</FormError>
      {selections ? (
        <Selections
          selections={selections}
          removing={removal.isPending ? removal.variables._id : undefined}
          onRemove={setToRemove}
        />
      ) : (
        <QueryStatus query={query} what="your selected classes" shape="rows" />
      )}
      <NextPage query={query}>More classes</NextPage>
      {toRemove && (
        <ConfirmDialog
          confirmLabel="Yes, Delete it!"
          onCancel={() => setToRemove(undefined)}
          onConfirm={() => {
            setToRemove(undefined);
            removal.mutate(toRemove);
          }}
        >
          “{toRemove.className}” will be removed. You can select it again while seats last.
        </ConfirmDialog>
      )}
      {removed && (
        <Dialog
          isSuccess
          title={`[${removed.className}] Course Deleted from Selected Class`}
          onClose={() => {
            setRemoved(undefined);
            // The focused button is gone; focus the one that takes its place.
            setTimeout(() => focusSelection(removed.at));
          }}
        />
      )}
    </>
  );
}

function focusSelection(at: number): void {
  const left = document.querySelectorAll(".selection");
  (left[Math.min(at, left.length - 1)]?.querySelector("a") ?? document.querySelector("h1"))?.focus();
}

interface SelectionsProps {
  readonly selections: readonly Selection[];
  readonly removing: string | undefined;
  readonly onRemove: (selection: Selection) => void;
}

function Selections({ selections, removing, onRemove }: SelectionsProps) {
  if (selections.length === 0) {
    return (
      <EmptyPage action={<ButtonLink to="/classes">Browse classes</ButtonLink>}>
        You have not selected any classes yet. Please select a class to enroll.
      </EmptyPage>
    );
  }
  return (
    <ul role="list" className="stack is-loose">
      {selections.map((selection) => (
        <li key={selection._id} className="selection panel has-stretched-link">
          <div className="crop selection-picture">
            <Picture
              src={selection.classImage}
              picture={selection.picture}
              title={selection.className}
              sizes="(width <= 53.75em) 112px, 264px"
            />
          </div>
          <div className="selection-facts">
            <h2 className="card-title">
              {selection.isOpen ? (
                <Link to={`/classes/${selection.classId}`}>{selection.className}</Link>
              ) : (
                selection.className
              )}
            </h2>
            <p className="quiet">{selection.instructorName}</p>
            <a href={`mailto:${selection.instructorEmail}`}>{selection.instructorEmail}</a>
            <PriceChange price={selection.price} priceWhenSelected={selection.priceWhenSelected} />
            <LessonNote status={selection.lessonStatus} />
            <Price amount={selection.price} />
          </div>
          <div className="selection-actions">
            {!selection.isOpen ? (
              <Button disabled>Not open at the moment</Button>
            ) : selection.availableSeats > 0 ? (
              <ButtonLink to={`/dashboard/payment/${selection._id}`}>
                PAY NOW
                <span className="visually-hidden"> for {selection.className}</span>
              </ButtonLink>
            ) : (
              <Button disabled>No seats left</Button>
            )}
            <Button
              look="quiet"
              busy={removing === selection._id && "Removing…"}
              onClick={() => onRemove(selection)}
            >
              <DashboardIcon name="trash" />
              Remove
              <span className="visually-hidden"> {selection.className}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
