import { accessSync, constants, existsSync, statSync } from "node:fs";
import { freemem, totalmem } from "node:os";
import { join } from "node:path";
import { diskSpace } from "../../src/platform/free-space.ts";
import type { Settings } from "../../src/settings/settings.ts";
import type { Check, Finding } from "./finding.ts";

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

export const checkMachine: Check = async (settings) => [
  checkMemory(),
  ...(await checkDataFolder(settings)),
  ...checkSecret(settings),
];

function checkMemory(): Finding {
  const free = freemem();
  const says = `${gigabytes(free)} free of ${gigabytes(totalmem())}`;
  return free > 512 * 1024 ** 2
    ? { about: "memory", state: "fine", says }
    : {
        about: "memory",
        state: "look",
        says,
        todo: "Senga needs about half a gigabyte, and 300 MB more while it prepares a film.",
      };
}

async function checkDataFolder({ dataDir }: Settings): Promise<Finding[]> {
  const about = "data folder";
  if (!existsSync(dataDir))
    return [
      { about, state: "look", says: `${dataDir} does not exist yet`, todo: "The first start makes it." },
    ];
  try {
    accessSync(dataDir, constants.W_OK | constants.R_OK);
  } catch {
    const todo = "Give it to the account that runs Senga.";
    return [{ about, state: "wrong", says: `${dataDir} can't be read and written by this account`, todo }];
  }
  const { free, total } = await diskSpace(dataDir);
  const says = `${gigabytes(free)} free of ${gigabytes(total)}`;
  const isTight = free < Math.min(total / 10, 10 * 1024 ** 3);
  return [
    { about, state: "fine", says: dataDir },
    isTight
      ? {
          about: "disk",
          state: "wrong",
          says,
          todo: "Make room: uploads are refused until a tenth is free, or 10 GB.",
        }
      : { about: "disk", state: "fine", says },
  ];
}

function checkSecret({ dataDir, secret, postgres, isPublic }: Settings): Finding[] {
  const about = "secret";
  if (secret !== undefined) return [{ about, state: "fine", says: "from SECRET" }];
  const file = join(dataDir, "secret");
  if (!existsSync(file)) return [{ about, state: "fine", says: "the first start makes one" }];
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
    return [{ about, state: "wrong", says: `others can read ${file}`, todo: `chmod 600 ${file}` }];
  if (postgres && isPublic)
    return [
      { about, state: "look", says: file, todo: "Set SECRET: every process of the site needs the same." },
    ];
  return [{ about, state: "fine", says: file }];
}
