import { statfs } from "node:fs/promises";

/** Bytes on the folder's disk. */
export async function diskSpace(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
