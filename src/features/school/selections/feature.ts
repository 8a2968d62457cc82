import { defineFeature } from "../../feature.ts";
import { selectionsApi } from "./api.ts";
import { selectionsContract } from "./contract.ts";

export const selectionsFeature = defineFeature({
  name: "Selections",
  contract: selectionsContract,
  handlers: selectionsApi,
});
