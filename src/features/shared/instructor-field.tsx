import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { apiPageQuery } from "../../access/api-query.ts";
import { TextField } from "../../ui/field.tsx";
import type { DecisionField } from "./decision.tsx";

/** Suggests the first hundred instructors and accepts any. */
export function InstructorField({ present, ...field }: DecisionField & { readonly present: string }) {
  const listId = useId();
  const { data } = useQuery(
    apiPageQuery("GET /admin/manage/users", { query: { role: "instructor", limit: 100 } }),
  );
  return (
    <>
      <TextField
        {...field}
        label="New instructor’s email"
        type="email"
        autoComplete="off"
        list={listId}
        required
      />
      <datalist id={listId}>
        {data?.rows
          .filter(({ email, suspended }) => email !== present && !suspended)
          .map(({ _id, email, name }) => (
            <option key={_id} value={email}>
              {name}
            </option>
          ))}
      </datalist>
    </>
  );
}
