import type { AppContext } from "../../../context.ts";
import { after, type Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { Person } from "../../../access/queries.ts";
import { mapPage } from "../../../platform/keyset.ts";
import { defineFeature } from "../../feature.ts";
import { isPublicClass } from "../classes/policy.ts";
import { filterEnrolled } from "../enrollments/queries.ts";
import { selectionsContract } from "./contract.ts";
import {
  type SelectionRow,
  countSelections,
  listSelections,
  readSelection,
  filterSelected,
  removeSelection,
  selectClass,
} from "./selections.ts";

function selectionsApi(context: AppContext): Handlers<typeof selectionsContract, CallerFor> {
  return {
    "POST /selected/class": async ({ caller, body }) => ({
      insertedId: await selectClass(context, caller, body.classId),
    }),
    "GET /selected/classes/{email}": async ({ caller, query }) =>
      mapPage(await listSelections(context.db, caller, query), (row) => asSelectedClass(row, caller)),
    "GET /taken/classes/{email}": async ({ caller, query }) => {
      const ids = query.ids?.split(",") ?? [];
      const [selected, enrolled, selectedCount] = await Promise.all([
        filterSelected(context.db, caller, ids),
        filterEnrolled(context.db, caller, ids),
        countSelections(context.db, caller),
      ]);
      return { selected, enrolled, selectedCount };
    },
    "GET /selected/class/{email}/{id}": async ({ caller, params }) =>
      asSelectedClass(await readSelection(context.db, caller, params.id), caller),
    "DELETE /selected/class/{id}": ({ caller, params }) =>
      after(removeSelection(context, caller, params.id), { deletedCount: 1 }),
  };
}

const asSelectedClass = (row: SelectionRow, student: Person) => ({
  _id: row.id,
  classId: row.classId,
  className: row.className,
  classImage: row.classImage,
  picture: row.picture,
  price: row.priceCents,
  priceWhenSelected: row.priceWhenSelectedCents,
  availableSeats: row.availableSeats,
  isOpen: isPublicClass(row),
  lessonStatus: row.lessonStatus,
  instructorName: row.instructorName,
  instructorEmail: row.instructorEmail,
  studentEmail: student.email,
});

export const selectionsFeature = defineFeature({
  name: "Selections",
  contract: selectionsContract,
  handlers: selectionsApi,
});
