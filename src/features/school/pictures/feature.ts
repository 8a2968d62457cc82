import { defineFeature } from "../../feature.ts";
import { picturesApi } from "./api.ts";
import { picturesContract } from "./contract.ts";
import { mountPictures } from "./picture-routes.ts";

export const picturesFeature = defineFeature({
  name: "Pictures",
  contract: picturesContract,
  handlers: picturesApi,
  mount: (app, context, { rates, drawings }) => mountPictures(app, context, rates.files, drawings),
});
