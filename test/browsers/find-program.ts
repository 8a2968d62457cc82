import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export const findProgram = (...names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
