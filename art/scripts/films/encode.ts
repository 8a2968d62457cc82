import {
  AV_LOG_ERROR,
  AV_PIX_FMT_RGBA,
  Encoder,
  FF_ENCODER_LIBX264,
  FilterAPI,
  Frame,
  Log,
  Muxer,
} from "node-av";
import { framesPerSecond } from "./film.ts";
import { frameHeight, frameWidth } from "./frames.ts";

const keyFrameInterval = 2 * framesPerSecond;
/** High, because flat drawings without grain bear it. */
const rateFactor = 36;

/** H.264 High in an MP4 that plays while it loads; silent. */
export async function encode(frames: AsyncIterable<Buffer>, file: string): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  using toVideo = FilterAPI.create(
    "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd,format=yuv420p",
    { framerate: { num: framesPerSecond, den: 1 } },
  );
  const parameters = {
    keyint: keyFrameInterval,
    "min-keyint": keyFrameInterval,
    scenecut: 0,
    ref: 4,
    psy: 0,
    deblock: "1,1",
    colorprim: "bt709",
    transfer: "bt709",
    colormatrix: "bt709",
  };
  using encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    filter: toVideo,
    gopSize: keyFrameInterval,
    maxBFrames: 3,
    // With several, the bytes would depend on the machine.
    threadCount: 1,
    options: {
      preset: "veryslow",
      profile: "high",
      crf: rateFactor,
      "x264-params": Object.entries(parameters)
        .map((entry) => entry.join("="))
        .join(":"),
    },
  });
  await using muxer = await Muxer.open(file, { options: { movflags: "+faststart" } });
  const stream = muxer.addStream(encoder);
  for await (using packet of encoder.packets(toVideo.frames(pictures(frames)))) {
    await muxer.writePacket(packet, stream);
  }
}

async function* pictures(frames: AsyncIterable<Buffer>): AsyncGenerator<Frame | null> {
  let pts = 0n;
  for await (const frame of frames) {
    yield Frame.fromVideoBuffer(frame, {
      width: frameWidth,
      height: frameHeight,
      format: AV_PIX_FMT_RGBA,
      timeBase: { num: 1, den: framesPerSecond },
      pts: pts++,
    });
  }
  yield null;
}
