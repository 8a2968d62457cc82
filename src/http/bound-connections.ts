import type { FastifyInstance } from "fastify";

/** File descriptors for the database, the log, uploads and files in use. */
const reserved = 256;

/**
 * Closes connections beyond the process's file descriptors, and silent ones: those that send no request, or don't
 * read their answer. An answer may have a file open in addition to its connection.
 *
 * @param silence milliseconds without a byte in either direction
 */
export function boundConnections(
  { server }: Pick<FastifyInstance, "server">,
  { openFiles = maxOpenFiles(), silence = 120_000 } = {},
): void {
  server.setTimeout(silence);
  const maxConnections = Math.max(16, Math.floor((openFiles - reserved) / 2));
  // Otherwise the connection goes to another process, which may be full too.
  Object.assign(server, { maxConnections, dropMaxConnection: true });
}

/** Node raises the soft limit to the hard one, and reports it nowhere else. */
function maxOpenFiles(): number {
  // With network data, the report would resolve the host names of open connections.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft: number | "unlimited" } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}
