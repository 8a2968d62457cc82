import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const connections = 16;
const secondsOfRound = 2;

/** Requests in a second. `%d` in the URL becomes a number that no request had before. Needs `wrk` on the path. */
export async function throughput(url: string, folder: string): Promise<number> {
  const options = [`-c${connections}`, "-t1", `-d${secondsOfRound}s`];
  const target = url.includes("%d") ? ["-s", countingScript(url, folder), new URL(url).origin] : [url];
  const { stdout } = await promisify(execFile)("wrk", [...options, ...target]);
  const failed = /Non-2xx or 3xx responses: \d+|Socket errors: .+/.exec(stdout);
  if (failed) throw new Error(`${url}: ${failed[0]}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

let used = 0;
/** More than a round asks for. */
const numbersOfRound = 60_000;

function countingScript(url: string, folder: string): string {
  const [before, after] = url.slice(new URL(url).origin.length).split("%d");
  const file = join(folder, "count.lua");
  used += numbersOfRound;
  writeFileSync(
    file,
    `local turn = ${used}
request = function()
  turn = turn + 1
  return wrk.format("GET", "${before}" .. turn .. "${after}")
end
`,
  );
  return file;
}
