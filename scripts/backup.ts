/** Exit codes: 0 written, 1 failure, 2 wrong usage. */
import { readManifest } from "../src/features/backups/manifest.ts";
import { writeBackup } from "../src/features/backups/write-backup.ts";
import { readOrMakeSecret } from "../src/platform/secrets.ts";
import { runCommand } from "./operator.ts";
import { writeCopy } from "./write-copy.ts";

const [target = "backups", ...more] = process.argv.slice(2);
if (more.length > 0 || target.startsWith("-")) {
  process.stderr.write("Call it so: npm run backup, or npm run backup -- <folder>\n");
  process.exitCode = 2;
} else {
  await runCommand(() => backUp(target));
}

async function backUp(into: string): Promise<string> {
  const folder = await writeCopy("backup", into, (school, written, { secret, dataDir }) =>
    writeBackup(school, written, secret === undefined ? readOrMakeSecret(dataDir) : undefined),
  );
  const { tables, files, hasSecret } = await readManifest(folder);
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return (
    `${folder} holds ${rows} rows and ${files.count} files (${Math.ceil(files.bytes / 1024 ** 2)} MB)` +
    (hasSecret
      ? ", and the site's secret: keep it where nobody else reads it."
      : ".\nIt does not hold SECRET: keep that too, or certificates and sign-ins can't be read after a restore.")
  );
}
