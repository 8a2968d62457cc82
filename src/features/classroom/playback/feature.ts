import { defineFeature } from "../../feature.ts";
import { mountMedia } from "./media-routes.ts";

export const playbackFeature = defineFeature({
  name: "Playback",
  contract: {},
  mount: (app, context, { authorize, rates }) => mountMedia(app, context, authorize, rates.files),
});
