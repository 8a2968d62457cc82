import type { World } from "../../world.ts";
import type { Handlers } from "../../platform/http/serve.ts";
import type { CallerFor } from "../accounts/permit.ts";
import type { selectionsContract } from "./contract.ts";
import { type SelectionRow, listSelections, readSelection } from "./queries.ts";
import { removeSelection } from "./remove-selection.ts";
import { selectClass } from "./select-class.ts";

export function selectionsApi(world: World): Handlers<typeof selectionsContract, CallerFor> {
  return {
    "POST /selected/class": async ({ caller, body }) => ({
      insertedId: await selectClass(world, caller, body.classId),
    }),
    "GET /selected/classes/{email}": async ({ caller, query }) => {
      const page = await listSelections(world.db, caller, query);
      return { ...page, rows: page.rows.map(asSelectedClass) };
    },
    "GET /selected/class/{email}/{id}": async ({ caller, params }) =>
      asSelectedClass(await readSelection(world.db, caller, params.id)),
    "DELETE /selected/class/{id}": async ({ caller, params }) => {
      await removeSelection(world, caller, params.id);
      return { deletedCount: 1 };
    },
  };
}

const asSelectedClass = (row: SelectionRow) => ({
  _id: row.id,
  classId: row.classId,
  className: row.className,
  classImage: row.classImage,
  picture: row.picture,
  price: row.priceCents,
  priceWhenSelected: row.priceWhenSelectedCents,
  availableSeats: row.availableSeats,
  instructorName: row.instructorName,
  instructorEmail: row.instructorEmail,
});
