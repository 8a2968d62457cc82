import type { Packet, Stream } from "node-av/lib";
import type { Encoder } from "./load-encoder.ts";
import { lengthTolerance } from "./policy.ts";
import { VideoRefused } from "./refusals.ts";

/** Decoders skip what they can't read. Missing frames show how much of the video is lost, and where it breaks. */
export function watchLosses(av: Encoder, source: Stream, length: number) {
  const unit = source.timeBase.num / source.timeBase.den;
  const expected = new Set<bigint>();
  /** Seconds by which frames may come in a different order from their packets. */
  const patience = 2;
  let packets = 0;
  let lost = 0;
  let end = 0;
  let brokenAt: number | undefined;

  const giveUp = (before: number): void => {
    for (const pts of expected) {
      if (Number(pts) * unit >= before) continue;
      expected.delete(pts);
      lost += 1;
      brokenAt = Math.min(brokenAt ?? Infinity, Number(pts) * unit);
    }
  };
  const judge = (share: number): void => {
    if (share > lengthTolerance) throw new VideoRefused("damaged", Math.max(0, Math.floor(brokenAt ?? end)));
  };
  return {
    /** Returns the seconds read. */
    notePacket(packet: Packet): number {
      const { pts, duration } = packet;
      const seconds = Number(pts) * unit;
      if (seconds < 0 || packet.hasFlags(av.AV_PKT_FLAG_DISCARD)) return end;
      packets += 1;
      end = Math.max(end, seconds + Number(duration) * unit);
      expected.add(pts);
      giveUp(end - patience);
      judge(((lost / packets) * end) / length);
      return end;
    },
    noteFrame(pts: bigint): void {
      expected.delete(pts);
    },
    judge(): void {
      giveUp(Infinity);
      judge(packets === 0 ? 1 : 1 - (1 - lost / packets) * Math.min(1, end / length));
    },
  };
}
