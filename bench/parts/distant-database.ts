/** A database on another machine. Arguments: its URL, the port it is reached by, milliseconds in each direction. */
import { type Socket, connect, createServer } from "node:net";
import pg from "pg";

const [, , url = "", port, delay] = process.argv;
const database = new pg.Client({ connectionString: url });

const forward = (from: Socket, to: Socket): void => {
  from.setNoDelay(true);
  from.on("data", (chunk) => setTimeout(() => to.write(chunk), Number(delay)));
  from.once("close", () => to.destroy());
  from.once("error", () => to.destroy());
};

process.once("disconnect", () => process.exit());
createServer((site) => {
  const server = connect(database.port, database.host);
  forward(site, server);
  forward(server, site);
}).listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
