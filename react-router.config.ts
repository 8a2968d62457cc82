import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: "build",
  ssr: true,
  // A page names its own route; those that its links lead to are asked for after it is there, not before.
  routeDiscovery: { mode: "lazy" },
} satisfies Config;
