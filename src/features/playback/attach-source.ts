export interface AttachedSource {
  /** Undefined: as the connection allows. */
  readonly setHeight: (height: number | undefined) => void;
  readonly detach: () => void;
}

export interface SourceEvents {
  readonly startAt: number;
  readonly onHeights: (heights: readonly number[]) => void;
  readonly onFailure: () => void;
}

/** Safari plays HLS itself; Chrome says that it may, and breaks. */
const playsHlsNatively = (): boolean => "ManagedMediaSource" in window || !("MediaSource" in window);

export async function attachSource(
  video: HTMLVideoElement,
  url: string,
  events: SourceEvents,
): Promise<AttachedSource> {
  return playsHlsNatively() ? attachNatively(video, url, events) : attachWithHls(video, url, events);
}

function attachNatively(
  video: HTMLVideoElement,
  url: string,
  { startAt, onFailure }: SourceEvents,
): AttachedSource {
  const seek = (): void => void (video.currentTime = startAt);
  video.addEventListener("loadedmetadata", seek, { once: true });
  video.addEventListener("error", onFailure);
  video.src = url;
  return {
    setHeight: () => {},
    detach: () => {
      video.removeEventListener("loadedmetadata", seek);
      video.removeEventListener("error", onFailure);
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
  const { default: Hls, ErrorTypes, Events } = await import("hls.js/light");
  const hls = new Hls({
    startPosition: startAt,
    // Seconds. The player goes on until it has as much ahead, so by up to a segment more. What it fetches counts as
    // sent; `readAheadSeconds` in payments/refund-standing.ts leaves it out again.
    maxBufferLength: 15,
    maxMaxBufferLength: 15,
    // The security policy allows no workers.
    enableWorker: false,
  });
  let hasRecovered = false;
  hls.on(Events.MANIFEST_PARSED, () => onHeights(hls.levels.map(({ height }) => height)));
  hls.on(Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return;
    if (type === ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true;
      hls.recoverMediaError();
    } else onFailure();
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
