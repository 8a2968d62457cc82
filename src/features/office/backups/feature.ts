import { defineFeature } from "../../feature.ts";
import { answerBackupRequest } from "./backup-requests.ts";

export const backupsFeature = defineFeature({
  name: "Backups",
  contract: {},
  jobs: [
    {
      name: "backups",
      seconds: 1,
      // With a PostgreSQL server, the command reads the database itself.
      create: (context) =>
        context.database.kind === "PGlite" ? () => answerBackupRequest(context) : undefined,
    },
  ],
});
