export type Encoder = Awaited<ReturnType<typeof load>>;

/** Undefined if there is no build of node-av for this platform. */
export async function loadEncoder(): Promise<Encoder | undefined> {
  try {
    return await load();
  } catch {
    return undefined;
  }
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
