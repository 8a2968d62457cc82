import type { contracts } from "../../../src/features.ts";
import { classroom } from "./classroom.ts";
import type { EndpointCase } from "./endpoint-case.ts";
import { office } from "./office.ts";
import { school } from "./school.ts";
import { studio } from "./studio.ts";

export const endpoints: Readonly<Record<keyof typeof contracts, EndpointCase>> = {
  ...school,
  ...classroom,
  ...studio,
  ...office,
};
