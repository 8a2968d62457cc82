import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export function hasEncoder(): boolean {
  try {
    require.resolve("node-av");
    require.resolve(`@seydx/node-av-${process.platform}-${process.arch}`);
    return true;
  } catch {
    return false;
  }
}

export type Encoder = Awaited<ReturnType<typeof load>>;

/** Undefined if there is no build of node-av for this platform. */
export async function loadEncoder(): Promise<Encoder | undefined> {
  try {
    return await load();
  } catch {
    return undefined;
  }
}

/** For a job that is only given to a process with an encoder. */
export async function requireEncoder(): Promise<Encoder> {
  const encoder = await loadEncoder();
  if (!encoder) throw new Error("there is no encoder for this platform");
  return encoder;
}

async function load() {
  const [api, constants, { Codec, FFmpegError, Log }] = await Promise.all([
    import("node-av/api"),
    import("node-av/constants"),
    import("node-av/lib"),
  ]);
  Log.setLevel(constants.AV_LOG_FATAL);
  return { ...api, ...constants, Codec, FFmpegError };
}
