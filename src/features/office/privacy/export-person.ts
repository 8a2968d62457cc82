import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { filesOf } from "./files-of.ts";
import { type PersonalTable, personalTables } from "./personal-tables.ts";

type Context = Pick<AppContext, "clock" | "db" | "log" | "settings" | "storage">;

const readMe = (
  origin: string,
  day: string,
): string => `What Senga (${origin}) knows about you, on ${day} (UTC).

data/       one file of JSON for each kind of record, with the names of its columns. Amounts are in cents, times
            are UTC.
files/      what you uploaded: drawings and pictures in their largest size, the materials of classes that you
            teach, and your videos as students see them, but none that is still being prepared.
index.json  what each file is, how it was named when you uploaded it, and the lesson or class that it belongs to. A
            file marked "missing" is gone from our storage; it is not in this zip.
`;

/** A zip written while it is read, so no file is ever in memory as a whole. */
export async function exportPerson(context: Context, person: Person): Promise<Readable> {
  const zip = new ZipFile();
  const add = (name: string, content: unknown): void =>
    zip.addBuffer(
      Buffer.from(typeof content === "string" ? content : JSON.stringify(content, null, 2)),
      name,
    );
  add("README.txt", readMe(context.settings.origin, context.clock.now().toISOString().slice(0, 10)));
  for (const [name, { table, isOf }] of Object.entries<PersonalTable>(personalTables))
    add(`data/${name}.json`, await context.db.select().from(table).where(isOf(person)));
  const output = zip.outputStream as Readable;
  const files = await filesOf(context.db, person);
  let opened: Readable | undefined;
  output.once("close", () => opened?.destroy());
  const addFiles = async (): Promise<void> => {
    const missing = new Set<string>();
    for (const { name, storedAs } of files) {
      const file = await context.storage.read(storedAs);
      if (!file) {
        context.log.error({ file: storedAs }, "a file of an export is missing from the storage");
        missing.add(name);
        continue;
      }
      opened = file.stream;
      if (output.destroyed) opened.destroy();
      zip.addReadStream(file.stream, name, { compress: false, size: file.length });
      await finished(file.stream);
    }
    const index = files.map(({ name, facts }) => ({
      file: name,
      ...facts,
      ...(missing.has(name) && { missing: true }),
    }));
    add("index.json", index);
    zip.end();
  };
  const breakOff = (error: unknown): void => {
    context.log.warn({ err: error }, "an export of an account broke off");
    output.destroy(error as Error);
  };
  zip.on("error", breakOff);
  addFiles().catch(breakOff);
  return output;
}
