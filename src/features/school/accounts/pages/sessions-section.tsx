import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type OpenSession, ownIdentity } from "../../../../identity/account-client.ts";
import { Button } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { formatDay } from "../../../../ui/day.ts";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { sessionsQuery } from "./account-queries.ts";

export default function SessionsSection() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  return (
    <section className="panel stack is-roomy" aria-labelledby="sessions">
      <h2 id="sessions" tabIndex={-1}>
        Active sessions
      </h2>
      {data ? (
        <SessionList sessions={data} />
      ) : (
        error && (
          <LoadFailure onRetry={() => void refetch()}>We couldn’t load the list. {error.message}</LoadFailure>
        )
      )}
    </section>
  );
}

function SessionList({ sessions }: { readonly sessions: readonly OpenSession[] }) {
  const queryClient = useQueryClient();
  const heading = useRef<HTMLParagraphElement>(null);
  const [ending, setEnding] = useState<string>();
  const [said, setSaid] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const others = sessions.filter(({ isThis }) => !isThis);

  const end = async (id?: string): Promise<void> => {
    setEnding(id ?? "all");
    setFailure(undefined);
    try {
      const { ended } = await ownIdentity.endSession(id);
      setSaid(ended === 0 ? "That session had already ended." : "Logged out there.");
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      // The pressed button is gone.
      heading.current?.focus();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setEnding(undefined);
    }
  };
  return (
    <>
      <p>
        We don’t record devices or locations, only when each session started and the day it was last used.
      </p>
      <ul role="list" className="account-list">
        {sessions.map(({ id, createdAt, lastUsedAt, isThis }) => (
          <li key={id} className="bar">
            <span>
              Logged in <Moment at={createdAt} />
              <br />
              {isThis ? (
                <strong>This browser</strong>
              ) : (
                <>Last used around {formatDay(new Date(lastUsedAt))}</>
              )}
            </span>
            {!isThis && (
              <Button
                look="quiet"
                size="small"
                busy={ending === id && "One moment…"}
                onClick={() => void end(id)}
              >
                Log out there
                <span className="visually-hidden">
                  , logged in <Moment at={createdAt} />
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Button look="quiet" busy={ending === "all" && "One moment…"} onClick={() => void end()}>
          Log out everywhere else
        </Button>
      )}
      <p role="status" ref={heading} tabIndex={-1}>
        {said ?? (others.length === 0 && "No other sessions.")}
      </p>
      <FormError>{failure}</FormError>
    </>
  );
}
