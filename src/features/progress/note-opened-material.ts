import type { AppContext } from "../../context.ts";
import { openedMaterials } from "./tables.ts";

export async function noteOpenedMaterial(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  studentId: string,
  materialId: string,
): Promise<void> {
  await db
    .insert(openedMaterials)
    .values({ studentId, materialId, openedAt: clock.now() })
    .onConflictDoNothing();
}
