import { accessSync, constants, existsSync } from "node:fs";
import { freemem, totalmem } from "node:os";
import { diskSpace } from "../../src/platform/data-folder.ts";
import type { Settings } from "../../src/settings/settings.ts";
import type { Check, Finding } from "./finding.ts";

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

export const checkMachine: Check = async (settings) => [checkMemory(), ...(await checkDataFolder(settings))];

function checkMemory(): Finding {
  const free = freemem();
  const says = `${gigabytes(free)} free of ${gigabytes(totalmem())}`;
  return free > 512 * 1024 ** 2
    ? { about: "memory", state: "fine", says }
    : {
        about: "memory",
        state: "look",
        says,
        todo: "Senga needs about half a gigabyte, and 300 MB more while it prepares a video.",
      };
}

async function checkDataFolder({ dataDir }: Settings): Promise<Finding[]> {
  const about = "data folder";
  if (!existsSync(dataDir))
    return [
      { about, state: "look", says: `${dataDir} does not exist yet`, todo: "The first start creates it." },
    ];
  try {
    accessSync(dataDir, constants.W_OK | constants.R_OK);
  } catch {
    const todo = "Make the account that runs Senga its owner.";
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
          todo: "Free some space: uploads are refused until a tenth of the disk, or 10 GB, is free.",
        }
      : { about: "disk", state: "fine", says },
  ];
}
