import { defineFeature } from "../../feature.ts";
import { galleryApi } from "./api.ts";
import { galleryContract } from "./contract.ts";

export const galleryFeature = defineFeature({
  name: "Gallery",
  contract: galleryContract,
  handlers: galleryApi,
});
