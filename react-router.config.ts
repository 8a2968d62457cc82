import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: "build",
  ssr: true,
  // The HTML lists its own route only; React Router fetches the routes of links after hydration.
  routeDiscovery: { mode: "lazy" },
} satisfies Config;
