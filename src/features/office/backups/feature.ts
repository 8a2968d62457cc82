import { defineFeature } from "../../feature.ts";
import { answerBackupRequest } from "./backup-requests.ts";

export const backupsFeature = defineFeature({
  name: "Backups",
  contract: {},
  jobs: [
    {
      name: "backups",
      seconds: 1,
      // A PostgreSQL server is backed up by its own means.
      create: (context) =>
        context.database.kind === "PGlite" ? () => answerBackupRequest(context) : undefined,
    },
  ],
});
