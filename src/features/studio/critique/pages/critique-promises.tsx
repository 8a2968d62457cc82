import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { failureText } from "../../../../ui/connection.ts";
import { FormError, SelectField } from "../../../../ui/field.tsx";
import { api } from "../../../../access/session.ts";
import { apiQuery } from "../../../../access/api-query.ts";
import { useMember } from "../../../../access/use-guard.ts";

const choices = [1, 2, 3, 4, 5, 7, 10, 14, 21, 30];

const inDays = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

export default function CritiquePromises() {
  const { email } = useMember().user;
  const query = apiQuery("GET /instructor/promises/{email}", { params: { email } });
  const { data } = useQuery(query);
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<{ readonly words?: string; readonly problem?: string }>({});
  // In order: the arrow keys change a choice faster than it is saved.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  if (!data) return null;
  const save = async (classId: string | null, days: number | null): Promise<void> => {
    setOutcome({});
    void queries.cancelQueries({ queryKey: query.queryKey });
    queries.setQueryData(query.queryKey, {
      days: classId === null && days !== null ? days : data.days,
      classes: data.classes.map((each) => (each.classId === classId ? { ...each, days } : each)),
    });
    const sent = last.current.then(() =>
      api("PATCH /instructor/promises/{email}", { params: { email }, body: { classId, days } }),
    );
    last.current = sent.catch(() => {});
    try {
      await sent;
      setOutcome({ words: "Saved. It applies to drawings handed in from now on." });
    } catch (error) {
      setOutcome({ problem: failureText(error) });
      void queries.invalidateQueries({ queryKey: query.queryKey });
    }
  };
  const options = (present: number | null): readonly number[] =>
    present === null || choices.includes(present) ? choices : [...choices, present].toSorted((a, b) => a - b);
  return (
    <details className="critique-promises panel">
      <summary>Your critique promise: {inDays(data.days)}</summary>
      <div className="form">
        <SelectField
          label="In all classes"
          name="promise"
          hint="Students see the date when they hand in"
          value={data.days}
          onChange={({ target }) => void save(null, Number(target.value))}
        >
          {options(data.days).map((days) => (
            <option key={days} value={days}>
              {inDays(days)}
            </option>
          ))}
        </SelectField>
        {data.classes.length > 1 &&
          data.classes.map(({ classId, className, days: own }) => (
            <SelectField
              key={classId}
              label={`In “${className}”`}
              name={`promise-${classId}`}
              value={own ?? ""}
              onChange={({ target }) => void save(classId, target.value === "" ? null : Number(target.value))}
            >
              <option value="">Same as all classes</option>
              {options(own).map((days) => (
                <option key={days} value={days}>
                  {inDays(days)}
                </option>
              ))}
            </SelectField>
          ))}
        <p role="status">{outcome.words}</p>
        <FormError>{outcome.problem}</FormError>
      </div>
    </details>
  );
}
