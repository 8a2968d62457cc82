import { buildIfStale } from "../../scripts/build.ts";

/** Tests of processes start what an operator starts. */
export default (): void => buildIfStale(["server"]);
