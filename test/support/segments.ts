interface Box {
  readonly type: string;
  readonly offset: number;
  /** Without its header. */
  readonly contents: Buffer;
}

interface Fragment {
  readonly number: number;
  /** Seconds, by the decode time and by the sum of the samples. */
  readonly start: number;
  readonly length: number;
}

const headerBytes = 8;

export function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const length = bytes.readUInt32BE(offset);
    if (length < headerBytes || offset + length > bytes.length) throw new Error(`a broken box at ${offset}`);
    const type = bytes.toString("latin1", offset + 4, offset + headerBytes);
    boxes.push({ type, offset, contents: bytes.subarray(offset + headerBytes, offset + length) });
    offset += length;
  }
  return boxes;
}

const inside = (bytes: Buffer, ...path: string[]): Buffer[] =>
  path.reduce(
    (found, type) =>
      found.flatMap((each) => boxesOf(each).flatMap((box) => (box.type === type ? box.contents : []))),
    [bytes],
  );

/** The part of a segment that a player reads before decoding. */
export function fragmentOf(init: Buffer, segment: Buffer): Fragment {
  const track = inside(init, "moov", "trak").find((trak) =>
    inside(trak, "mdia", "hdlr").some((handler) => handler.toString("latin1", 8, 12) === "vide"),
  )!;
  const id = inside(track, "tkhd")[0]!.readUInt32BE(12);
  const timescale = inside(track, "mdia", "mdhd")[0]!.readUInt32BE(12);
  const traf = inside(segment, "moof", "traf").find(
    (each) => inside(each, "tfhd")[0]!.readUInt32BE(4) === id,
  )!;
  const ticks = inside(traf, "trun").reduce((sum, run) => sum + lengthOf(run, inside(traf, "tfhd")[0]!), 0);
  return {
    number: inside(segment, "moof", "mfhd")[0]!.readUInt32BE(4),
    start: Number(inside(traf, "tfdt")[0]!.readBigUInt64BE(4)) / timescale,
    length: ticks / timescale,
  };
}

function lengthOf(trun: Buffer, tfhd: Buffer): number {
  const flags = trun.readUIntBE(1, 3);
  const count = trun.readUInt32BE(4);
  const usual = tfhd.readUIntBE(1, 3) & 0x8 ? tfhd.readUInt32BE(8) : 0;
  if (!(flags & 0x100)) return count * usual;
  const entry = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  return Array.from({ length: count }, (_, index) => trun.readUInt32BE(first + index * entry)).reduce(
    (sum, ticks) => sum + ticks,
    0,
  );
}
