import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type BrowserAccess, openStorage } from "../../src/gateways/storage.ts";
import { type Check, type Finding, codeOf, timeoutMilliseconds } from "./finding.ts";

/** Writes, reads and removes a file in the way of pictures and videos. */
export const checkStorage: Check = async ({ dataDir, s3, origin }) => {
  const about = "pictures";
  // Making it here would make it for this account.
  if (!s3 && !existsSync(dataDir)) return [];
  const where = s3 ? `the bucket ${s3.bucket}` : join(dataDir, "pictures");
  const folder = `doctor-${randomBytes(8).toString("hex")}`;
  const bytes = randomBytes(1000);
  try {
    const storage = await openStorage(join(dataDir, "pictures"), s3);
    await storage.write(`${folder}/probe`, bytes);
    const found = await storage.read(`${folder}/probe`, { from: 100, to: 199 });
    const part = found && (await buffer(found.stream));
    const forBrowsers = storage.forBrowsers
      ? [await checkBrowserAccess(storage.forBrowsers, `${folder}/probe`, origin)]
      : [];
    await storage.removeFolder(folder);
    if (part?.equals(bytes.subarray(100, 200)))
      return [
        { about, state: "fine", says: `${where} stores files, returns parts of them, and removes them` },
        ...forBrowsers,
      ];
    const todo = "Check for a proxy in front of it that changes answers or drops Range headers.";
    return [{ about, state: "wrong", says: `${where} returned different bytes from those stored`, todo }];
  } catch (error) {
    const todo = s3
      ? "The key needs PutObject, GetObject, DeleteObject and ListBucket. Check S3_ENDPOINT, S3_REGION and S3_PATH_STYLE too."
      : "Make the account that runs Senga the owner of the folder.";
    return [{ about, state: "wrong", says: `${where} can't be used (${codeOf(error)})`, todo }];
  }
};

/** Requests as a redirected player does, and tries to get more than was signed. */
async function checkBrowserAccess(access: BrowserAccess, name: string, site: string): Promise<Finding> {
  const about = "videos";
  const bucketOrigin = access.origin;
  const range = "bytes=100-199";
  const rule = `Give the bucket the CORS rule in docs/operations.md, which allows ${site} to GET with the Range header.`;
  try {
    const address = await access.sign(name, { from: 100, to: 199 }, "video/mp4");
    const ask = (headers: Record<string, string>, method = "GET"): Promise<Response> =>
      fetch(address, { method, headers, signal: AbortSignal.timeout(timeoutMilliseconds) });
    const isAllowed = ({ headers }: Response): boolean =>
      ["*", site].includes(headers.get("access-control-allow-origin") ?? "");
    const answer = await ask({ range, origin: site });
    const length = (await answer.arrayBuffer()).byteLength;
    if (answer.status !== 206 || length !== 100)
      return {
        about,
        state: "wrong",
        says: `${bucketOrigin} answers a signed URL with ${answer.status}`,
        todo: "Check S3_PUBLIC_ENDPOINT: it must lead to the same store, with its own name as Host, and not through a cache.",
      };
    const preflight = await ask(
      { origin: site, "access-control-request-method": "GET", "access-control-request-headers": "range" },
      "OPTIONS",
    );
    await preflight.arrayBuffer();
    if (!isAllowed(answer) || !isAllowed(preflight) || !preflight.ok)
      return {
        about,
        state: "wrong",
        says: `${bucketOrigin} does not let pages of ${site} read`,
        todo: rule,
      };
    for (const headers of [{ range: "bytes=0-999" }, { range, "if-range": '"another"' }]) {
      const more = await ask(headers);
      if ((await more.arrayBuffer()).byteLength > 100 && more.ok)
        return {
          about,
          state: "look",
          says: `${bucketOrigin} returns more of a file than was signed`,
          todo: "Someone who knows this can download a video without it counting for refunds. Unset S3_PUBLIC_ENDPOINT if that matters to you.",
        };
    }
    return { about, state: "fine", says: `${bucketOrigin} returns what was signed, and no more` };
  } catch (error) {
    return {
      about,
      state: "wrong",
      says: `${bucketOrigin} does not answer (${codeOf(error)})`,
      todo: "Check S3_PUBLIC_ENDPOINT. If browsers can't reach the bucket, unset it: the site then sends videos itself.",
    };
  }
}
