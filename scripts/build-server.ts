/**
 * Bundles what Node runs: loading thousands of modules, each with a look into its package's `package.json`, takes three
 * times as long as loading a few.
 */
import { join, resolve } from "node:path";
import { build } from "vite";
import { mapOwnCode } from "./build-plugins.ts";

const root = resolve(import.meta.dirname, "..");

const programs = [
  "scripts/start.ts",
  "scripts/admin.ts",
  "scripts/backup.ts",
  "scripts/change-email.ts",
  "scripts/delete-account.ts",
  "scripts/doctor.ts",
  "scripts/remove-demo.ts",
  "scripts/restore.ts",
  "scripts/upgrade.ts",
  "src/server.ts",
  "src/features/school/pictures/image-worker.ts",
  "src/features/classroom/videos/video-worker.ts",
];

/** Native, or they read files beside their own. */
const unbundled = ["@electric-sql/pglite", "fontkit", "node-av", "pdfkit", "sharp", "svg-to-pdfkit", "vite"];

await build({
  root,
  configFile: false,
  logLevel: "warn",
  plugins: [mapOwnCode],
  define: { "process.env.NODE_ENV": '"production"' },
  ssr: { noExternal: true, external: unbundled },
  build: {
    ssr: true,
    outDir: join("build", "node"),
    // A running site still loads the chunks that it was built with.
    emptyOutDir: false,
    target: "node24",
    sourcemap: true,
    rolldownOptions: {
      input: programs,
      // A dependency of oidc-provider calls it.
      checks: { eval: false },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
        sourcemapExcludeSources: true,
      },
    },
  },
});
