import sharp from "sharp";

interface Subpath {
  readonly text: string;
  isDrawn: boolean;
}

interface Path {
  readonly before: string;
  readonly subpaths: readonly Subpath[];
  readonly after: string;
}

/**
 * Leaves out the subpaths that change no pixel: under other shapes, or beyond a clip. Halves a drawing whose motif is
 * drawn once for each panel, and takes one to three minutes. Paths must be absolute, as before they are optimized.
 */
export async function withoutHidden(svg: string): Promise<string> {
  const pieces = piecesOf(svg);
  const seen = await pixelsOf(pieces);
  const isHidden = async (subpaths: readonly Subpath[]): Promise<boolean> => {
    for (const subpath of subpaths) subpath.isDrawn = false;
    if (seen.equals(await pixelsOf(pieces))) return true;
    for (const subpath of subpaths) subpath.isDrawn = true;
    return false;
  };
  const prune = async (subpaths: readonly Subpath[]): Promise<void> => {
    if ((await isHidden(subpaths)) || subpaths.length < 2) return;
    const half = subpaths.length >> 1;
    await prune(subpaths.slice(0, half));
    await prune(subpaths.slice(half));
  };
  await prune(pieces.flatMap((piece) => (typeof piece === "string" ? [] : piece.subpaths)));
  return textOf(pieces);
}

function piecesOf(svg: string): (string | Path)[] {
  return svg.split(/(<path\b[^>]*\/>)/).map((piece) => {
    const [, before, d, after] = /^(<path\b[^>]*? d=")([^"]*)(".*)$/s.exec(piece) ?? [];
    if (before === undefined || d === undefined || after === undefined) return piece;
    return { before, subpaths: d.split(/(?=M)/).map((text) => ({ text, isDrawn: true })), after };
  });
}

const textOf = (pieces: readonly (string | Path)[]): string =>
  pieces
    .map((piece) => {
      if (typeof piece === "string") return piece;
      const d = piece.subpaths.flatMap(({ text, isDrawn }) => (isDrawn ? text : [])).join("");
      return d && piece.before + d + piece.after;
    })
    .join("");

const pixelsOf = (pieces: readonly (string | Path)[]): Promise<Buffer> =>
  sharp(Buffer.from(textOf(pieces)), { unlimited: true })
    .raw()
    .toBuffer();
