/** Loads libvips on first use, to save the memory of processes that draw no pictures. */
export async function loadSharp(): Promise<(typeof import("sharp"))["default"]> {
  const { default: sharp } = await import("sharp");
  // One core per picture; no picture repeats, so a cache only costs memory.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
