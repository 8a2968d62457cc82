import type { Readable } from "node:stream";
import { callbackify } from "node:util";
import { ZipFile } from "yazl";
import type { AppContext } from "../../context.ts";
import type { Person } from "../accounts/queries.ts";
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
            teach, and your films as they are shown. A film that is still in work is not among them.
index.json  what each file is, how it was named when you uploaded it, and the lesson or class that it belongs to.
`;

/** A zip that is written while it is read: no file is ever in memory whole. */
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
  let opened: Readable | undefined;
  output.once("close", () => opened?.destroy());
  const open = async (storedAs: string): Promise<Readable> => {
    const file = await context.storage.read(storedAs);
    if (!file) throw new Error(`${storedAs} is not stored`);
    opened = file.stream;
    if (output.destroyed) opened.destroy();
    return opened;
  };
  const files = await filesOf(context.db, person);
  add(
    "index.json",
    files.map(({ name, facts }) => ({ file: name, ...facts })),
  );
  for (const { name, storedAs, bytes } of files)
    zip.addReadStreamLazy(
      name,
      { compress: false, ...(bytes !== undefined && { size: bytes }) },
      callbackify(() => open(storedAs)),
    );
  zip.end();
  zip.on("error", (error: unknown) => {
    context.log.warn({ err: error }, "an export of an account broke off");
    output.destroy(error as Error);
  });
  return output;
}
