import { defineFeature } from "../../feature.ts";
import { progressApi } from "./api.ts";
import { progressContract } from "./contract.ts";

export const progressFeature = defineFeature({
  name: "Progress",
  contract: progressContract,
  handlers: progressApi,
});
