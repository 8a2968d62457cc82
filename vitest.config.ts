import { defineConfig } from "vitest/config";

const server = process.env["TEST_DATABASE_URL"];
const project = (name: string, env: Record<string, string>, exclude: string[]) => ({
  test: {
    name,
    env,
    include: ["src/**/*.test.ts", "sandbox/**/*.test.ts", "test/**/*.test.ts", "db/**/*.test.ts"],
    exclude,
    // Generous: the limit ends hangs and must not judge speed on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});

/** Or they start sites on the embedded one. */
const withoutDatabase = [
  "test/architecture/architecture.test.ts",
  "test/architecture/build.test.ts",
  "test/api/metrics.test.ts",
  "test/architecture/migrations.test.ts",
  "test/architecture/settings.test.ts",
  "test/commands/start.test.ts",
  "test/architecture/unused.test.ts",
  "src/pages/page-params.test.ts",
  "src/features/videos/captions.test.ts",
  "src/features/videos/plan-renditions.test.ts",
  "src/features/videos/process-video.test.ts",
];
/** Of files, roles and other servers, whatever the database: once is enough, on the one that several processes share. */
const onServer = [
  "src/features/lessons/cached-videos.test.ts",
  "src/features/pictures/refused-pictures.test.ts",
  "src/features/pictures/uploads.test.ts",
  "src/features/playback/video-routes.test.ts",
  "src/features/videos/interrupted-videos.test.ts",
  "src/features/videos/video-storage-away.test.ts",
  "src/gateways/storage.test.ts",
  "test/api/access-matrix.test.ts",
  "test/api/fuzz.test.ts",
  "test/api/media-access.test.ts",
  "test/api/submission-access.test.ts",
  "test/api/tracing.test.ts",
];

export default defineConfig({
  test: {
    globalSetup: ["test/support/built-server.ts", "test/support/database-templates.ts"],
    pool: "forks",
    // Files of a worker share module instances; each opens a separate database.
    isolate: false,
    // One more than the requested cores, because some tests wait for a job's next run.
    maxWorkers: 3,
    projects: [
      project("PGlite", {}, server ? onServer : []),
      ...(server ? [project("PostgreSQL", { SENGA_TEST_SERVER: server }, withoutDatabase)] : []),
    ],
  },
});
