import { buildIfStale } from "../../scripts/build.ts";

/** Tests of processes start the same bundle as an operator. */
export default (): void => buildIfStale(["server"]);
