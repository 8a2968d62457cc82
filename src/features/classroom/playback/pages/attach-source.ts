export interface AttachedSource {
  /** Undefined: automatic, by bandwidth. */
  readonly setHeight: (height: number | undefined) => void;
  readonly detach: () => void;
}

/** `decoder`: this browser can't decode the video, so a retry doesn't help. */
export type PlayFailure = "connection" | "decoder";

export interface SourceEvents {
  readonly startAt: number;
  readonly onHeights: (heights: readonly number[]) => void;
  readonly onFailure: (why: PlayFailure) => void;
}

/** Safari plays HLS natively. Chrome claims to, but breaks; WebKitGTK has Safari's media source but no HLS. */
const playsHlsNatively = (video: HTMLVideoElement): boolean =>
  video.canPlayType("application/vnd.apple.mpegurl") !== "" &&
  ("ManagedMediaSource" in window || !("MediaSource" in window));

export async function attachSource(
  video: HTMLVideoElement,
  url: string,
  events: SourceEvents,
): Promise<AttachedSource> {
  return playsHlsNatively(video) ? attachNatively(video, url, events) : attachWithHls(video, url, events);
}

function attachNatively(
  video: HTMLVideoElement,
  url: string,
  { startAt, onFailure }: SourceEvents,
): AttachedSource {
  const seek = (): void => void (video.currentTime = startAt);
  const fail = (): void => onFailure("connection");
  video.addEventListener("loadedmetadata", seek, { once: true });
  video.addEventListener("error", fail);
  video.src = url;
  return {
    setHeight: () => {},
    detach: () => {
      video.removeEventListener("loadedmetadata", seek);
      video.removeEventListener("error", fail);
      video.removeAttribute("src");
      video.load();
    },
  };
}

async function attachWithHls(
  video: HTMLVideoElement,
  url: string,
  { startAt, onHeights, onFailure }: SourceEvents,
): Promise<AttachedSource> {
  // Its types are in hls-light.d.ts.
  const { default: Hls, ErrorDetails, ErrorTypes, Events } = await import("hls.js/light");
  if (!Hls.isMSESupported()) {
    onFailure("decoder");
    return { setHeight: () => {}, detach: () => {} };
  }
  const hls = new Hls({
    startPosition: startAt,
    // Seconds of buffer, plus up to a segment. Fetched video counts as sent; `readAheadSeconds` in
    // payments/refund-standing.ts deducts it.
    maxBufferLength: 15,
    maxMaxBufferLength: 15,
    // The security policy allows no workers.
    enableWorker: false,
  });
  let hasRecovered = false;
  hls.on(Events.MANIFEST_PARSED, () => onHeights(hls.levels.map(({ height }) => height)));
  const withoutDecoder = new Set([
    ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR,
    ErrorDetails.BUFFER_ADD_CODEC_ERROR,
    ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR,
  ]);
  hls.on(Events.ERROR, (_, { fatal, type, details }) => {
    if (!fatal) return;
    if (withoutDecoder.has(details)) onFailure("decoder");
    else if (type === ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true;
      hls.recoverMediaError();
    } else onFailure("connection");
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return {
    setHeight: (height) => {
      hls.nextLevel = hls.levels.findIndex((level) => level.height === height);
    },
    detach: () => hls.destroy(),
  };
}
