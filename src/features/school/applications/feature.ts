import { defineFeature } from "../../feature.ts";
import { applicationsApi } from "./api.ts";
import { applicationsContract } from "./contract.ts";

export const applicationsFeature = defineFeature({
  name: "Applications",
  contract: applicationsContract,
  handlers: applicationsApi,
});
