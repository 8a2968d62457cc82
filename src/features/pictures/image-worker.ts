/** What draw-apart.ts starts: draws one picture after the other, as its bytes come, and tells of each file it has drawn. */
import { setPriority } from "node:os";
import { Problem } from "../../platform/errors.ts";
import type { Bounds } from "./policy.ts";
import { problems } from "./problems.ts";
import { type PictureFile, type Shown, transcodePicture } from "./transcode-picture.ts";

/** What it says: first how the picture is shown, then its files, then that it is done; or the code of what is wrong. */
export type Told =
  | { readonly shown: Shown }
  | { readonly file: PictureFile }
  | { readonly done: true }
  | { readonly problem: string };

// Visitors come first: where the cores do not suffice for all, this has a third of what serving pages has. It is not
// the lowest: on a machine with much else to do, that would be nothing.
setPriority(5);

// The terminal's Ctrl-C reaches this process as well, but the server still waits for the picture under way.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

const tell = (told: Told) => process.send?.(told);

/** What it is told: a picture, and what it may cost. */
export interface Order {
  readonly bytes: Uint8Array;
  readonly bounds: Bounds;
}

async function draw({ bytes, bounds }: Order): Promise<void> {
  let isRead = false;
  let isOver = false;
  const before = process.cpuUsage();
  // Seconds of work, not of the clock: on a busy machine an honest picture takes its time.
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    const most = isRead ? bounds.seconds : bounds.readSeconds;
    if (isOver || ((user + system) / 1e6 <= most && process.memoryUsage.rss() <= bounds.bytes)) return;
    isOver = true;
    // The server ends this process when it hears that.
    tell({ problem: problems.tooMuchWork.code });
  };
  // The codecs work beside the event loop, so that it can look at what they take.
  const watch = setInterval(look, 50);
  try {
    const { files, ...shown } = await transcodePicture(Buffer.from(bytes));
    look();
    isRead = true;
    if (isOver) return;
    tell({ shown });
    for await (const file of files()) {
      look();
      if (isOver) return;
      tell({ file });
    }
    tell({ done: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (!isOver) tell({ problem: error.type.code });
  } finally {
    clearInterval(watch);
  }
}

// It ends when the channel does, with the server.
process.on("message", (order: Order) => void draw(order));
