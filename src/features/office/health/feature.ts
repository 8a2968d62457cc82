import { defineFeature } from "../../feature.ts";
import { healthApi } from "./api.ts";
import { health } from "./contract.ts";

export const healthFeature = defineFeature({
  name: "Health",
  contract: health,
  handlers: (context, app) => healthApi(context, () => app.swagger() as { openapi: string }),
});
