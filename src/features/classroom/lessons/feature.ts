import { on } from "../../../platform/events.ts";
import { defineFeature, job } from "../../feature.ts";
import { videoChanged } from "../videos/events.ts";
import { announceOpenings } from "./announce-openings.ts";
import { lessonsApi } from "./api.ts";
import { collectMaterials } from "./collect-materials.ts";
import { collectUnusedPictures } from "./collect-unused-pictures.ts";
import { lessonsContract } from "./contract.ts";
import { invalidateVideo } from "./invalidate-outlines.ts";

export const lessonsFeature = defineFeature({
  name: "Lessons",
  contract: lessonsContract,
  handlers: lessonsApi,
  jobs: [
    job("openings", 30, announceOpenings),
    job("materials", 600, collectMaterials),
    job("pictures", 600, collectUnusedPictures),
  ],
  listeners: [on(videoChanged, invalidateVideo)],
});
