/** What draw-apart.ts starts: draws one picture after the other, as its bytes come, and tells of each file it has drawn. */
import { setPriority } from "node:os";
import { Problem } from "../../platform/errors.ts";
import { type PictureFile, type Shown, drawPicture } from "./draw-picture.ts";

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

async function draw(bytes: Buffer): Promise<void> {
  try {
    const { files, ...shown } = await drawPicture(bytes);
    tell({ shown });
    for await (const file of files()) tell({ file });
    tell({ done: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    tell({ problem: error.type.code });
  }
}

// It ends when the channel does, with the server.
process.on("message", (bytes: Uint8Array) => void draw(Buffer.from(bytes)));
