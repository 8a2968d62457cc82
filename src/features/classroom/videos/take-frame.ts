import type { Encoder } from "./load-encoder.ts";

/** The frame shown at `seconds`, or the last one, as a JPEG. Undefined if none can be decoded. */
export function takeFrame(av: Encoder, path: string, seconds: number, width: number): Buffer | undefined {
  using input = av.Demuxer.openSync(path, { format: "mov" });
  const source = input.video();
  if (!source) return undefined;
  using decoder = av.Decoder.createSync(source, { threadCount: 1, exitOnError: false });
  using scaler = new av.Scaler();
  const unit = source.timeBase.num / source.timeBase.den;
  let last: ReturnType<typeof decoder.decodeAllSync>[number] | undefined;
  const isFound = (packet: Parameters<typeof decoder.decodeAllSync>[0]): boolean => {
    for (const frame of decoder.decodeAllSync(packet)) {
      if (last && Number(frame.pts) * unit > seconds) {
        frame.free();
        return true;
      }
      last?.free();
      last = frame;
    }
    return false;
  };
  try {
    for (using packet of input.packetsSync(source.index)) {
      if (isFound(packet)) break;
    }
    isFound(null);
    if (!last) return undefined;
    const across = Math.min(width, last.width);
    const resize = { width: across, height: Math.round((across * last.height) / last.width) };
    return scaler.toJpegSync(last, { resize, quality: 95 });
  } finally {
    last?.free();
  }
}
