import { defineFeature } from "../feature.ts";
import { administrationApi } from "./api.ts";
import { administration } from "./contract.ts";

export const administrationFeature = defineFeature({
  name: "Administration",
  contract: administration,
  handlers: administrationApi,
});
