import { defineFeature } from "../feature.ts";
import { teachingApi } from "./api.ts";
import { teaching } from "./contract.ts";

export const applicationsFeature = defineFeature({
  name: "Applications",
  contract: teaching,
  handlers: teachingApi,
});
