import { once } from "node:events";
import { Agent } from "node:http";
import { ask } from "./ask.ts";
import { seconds } from "./site.ts";

/** Sent to this process, which is one of its own: what the viewers receive must not delay the visitor who is measured. */
export interface Audience {
  /** Of the video, without a file. */
  readonly url: string;
  readonly session: string;
  readonly tokens: readonly string[];
  /** The segment with which all begin, and then ask for the next as soon as they have one. By default as if they watched. */
  readonly hurryFrom?: number;
}
export interface Watched {
  readonly bytes: number;
  /** Milliseconds of each segment. */
  readonly took: readonly number[];
  readonly refused: number;
}

const [{ url, session, tokens, hurryFrom }] = (await once(process, "message")) as [Audience];
const agent = new Agent({ keepAlive: true });
let bytes = 0;
let refused = 0;
let isOver = false;
const took: number[] = [];

async function enter(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const { headers: answered } = await fetch(session, { method: "POST", headers });
  const cookie = answered.getSetCookie()[0]!.split(";")[0]!;
  await ask(`${url}/master.m3u8`, { agent, headers: { cookie } });
  const playlist = (await ask(`${url}/480.m3u8`, { agent, headers: { cookie } })).body.toString();
  return {
    cookie,
    segments: [...playlist.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n(.+)/g)],
  };
}

/** Asks for the segments one after the other, from somewhere in the film, each when it is due. */
async function watch({ cookie, segments }: Awaited<ReturnType<typeof enter>>): Promise<void> {
  const isHurried = hurryFrom !== undefined;
  let due = performance.now() + (isHurried ? 0 : Math.random() * 4000);
  const first = hurryFrom ?? Math.floor(Math.random() * segments.length);
  for (let at = first; ; at = (at + 1) % segments.length) {
    if (isOver) return;
    const [, lasts = "", length = "", offset = "", file = ""] = segments[at]!;
    await seconds(Math.max(0, due - performance.now()) / 1000);
    const range = `bytes=${offset}-${Number(offset) + Number(length) - 1}`;
    const answer = await ask(`${url}/${file}`, { agent, headers: { cookie, range } });
    if (answer.status === 206) bytes += answer.body.length;
    else refused += 1;
    took.push(answer.took);
    if (!isHurried) due += Number(lasts) * 1000;
  }
}

process.once("message", () => {
  isOver = true;
  process.send?.({ bytes, took, refused } satisfies Watched);
});
const entered: Awaited<ReturnType<typeof enter>>[] = [];
for (let first = 0; first < tokens.length; first += 50)
  entered.push(...(await Promise.all(tokens.slice(first, first + 50).map(enter))));
process.send?.("ready");
await Promise.all(entered.map(watch));
agent.destroy();
