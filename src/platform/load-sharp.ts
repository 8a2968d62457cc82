/** Loads libvips at the first need: a process that draws no pictures does without its memory. */
export async function loadSharp(): Promise<(typeof import("sharp"))["default"]> {
  const { default: sharp } = await import("sharp");
  // One core per picture; no picture repeats, so a cache only costs memory.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
