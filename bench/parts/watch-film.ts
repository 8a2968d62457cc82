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
}
export interface Watched {
  readonly bytes: number;
  /** Milliseconds of each segment. */
  readonly took: readonly number[];
  readonly refused: number;
}

const [{ url, session, tokens }] = (await once(process, "message")) as [Audience];
const agent = new Agent({ keepAlive: true });
let bytes = 0;
let refused = 0;
let isOver = false;
const took: number[] = [];

/** Asks for the segments one after the other, each when it is due, from somewhere in the film. */
async function watch(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { headers: answered } = await fetch(session, { method: "POST", headers });
  const cookie = answered.getSetCookie()[0]!.split(";")[0]!;
  await ask(`${url}/master.m3u8`, { agent, headers: { cookie } });
  const playlist = (await ask(`${url}/480.m3u8`, { agent, headers: { cookie } })).body.toString();
  const segments = [...playlist.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n(.+)/g)];
  let due = performance.now() + Math.random() * 4000;
  for (let at = Math.floor(Math.random() * segments.length); ; at = (at + 1) % segments.length) {
    if (isOver) return;
    const [, lasts = "", length = "", offset = "", file = ""] = segments[at]!;
    await seconds(Math.max(0, due - performance.now()) / 1000);
    const range = `bytes=${offset}-${Number(offset) + Number(length) - 1}`;
    const answer = await ask(`${url}/${file}`, { agent, headers: { cookie, range } });
    if (answer.status === 206) bytes += answer.body.length;
    else refused += 1;
    took.push(answer.took);
    due += Number(lasts) * 1000;
  }
}

process.once("message", () => {
  isOver = true;
  process.send?.({ bytes, took, refused } satisfies Watched);
});
await Promise.all(tokens.map(watch));
agent.destroy();
