import { defineFeature } from "../../feature.ts";
import { classesApi } from "./api.ts";
import { classesContract } from "./contract.ts";

export const classesFeature = defineFeature({
  name: "Classes",
  contract: classesContract,
  handlers: classesApi,
});
