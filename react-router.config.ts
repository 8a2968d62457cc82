import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: "build",
  ssr: true,
  // All routes are told with the first page: they are few, and no link waits for a question.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
