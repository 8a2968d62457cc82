import type { FastifyInstance } from "fastify";

/** File descriptors for the database, the log, uploads and files that are being worked on. */
const reserved = 256;

/**
 * Closes connections beyond what the process has file descriptors for, and silent ones: those that never ask, and those
 * whose answer nobody reads. An answer may have a file open beside its connection.
 * @param silence milliseconds without a byte in either direction
 */
export function boundConnections(
  { server }: Pick<FastifyInstance, "server">,
  { openFiles = maxOpenFiles(), silence = 120_000 } = {},
): void {
  server.setTimeout(silence);
  const maxConnections = Math.max(16, Math.floor((openFiles - reserved) / 2));
  // Otherwise the connection goes to another process of the site, which may be full too.
  Object.assign(server, { maxConnections, dropMaxConnection: true });
}

/** Node has raised the soft limit to the hard one, and tells it nowhere else. */
function maxOpenFiles(): number {
  // With the network it would look up the names of open connections.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft: number | "unlimited" } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}
