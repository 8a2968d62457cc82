import type { AppContext } from "../../../context.ts";
import { defineFeature, job } from "../../feature.ts";
import { type UploadUses, sweepUploads } from "./finish-upload.ts";
import { mountUploads } from "./mount-uploads.ts";

/** @param usesOf what later features do with uploads */
export const uploadsFeature = (usesOf: (context: AppContext) => UploadUses) =>
  defineFeature({
    name: "Uploads",
    contract: {},
    mount: (app, context, { authorize, rates }) =>
      mountUploads(app, context, { authorize, count: rates.calls, uses: usesOf(context) }),
    jobs: [job("uploads", 60, (context) => sweepUploads(context, usesOf(context)))],
  });
