import { defineFeature } from "../../feature.ts";
import { guardiansApi } from "./api.ts";
import { guardiansContract } from "./contract.ts";

export const guardiansFeature = defineFeature({
  name: "Guardians",
  contract: guardiansContract,
  handlers: guardiansApi,
});
