const width = 30;

/** One line on a terminal's stderr, rewritten at each call of the returned function with the part that is done. */
export function startProgressBar(title: string): (fraction: number) => void {
  const begun = performance.now();
  if (!process.stderr.isTTY) return () => {};
  return (fraction) => {
    const left = ((performance.now() - begun) / 1000) * (1 / fraction - 1);
    const bar = "█".repeat(Math.round(width * fraction)).padEnd(width, "░");
    const percent = `${Math.floor(100 * fraction)} %`.padStart(5);
    const rest = fraction < 1 ? `${percent}, ${inWords(left)} left` : percent;
    // Clears what a longer line has left.
    process.stderr.write(`\r${title} ${bar} ${rest}\u001B[K${fraction < 1 ? "" : "\n"}`);
  };
}

const inWords = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
