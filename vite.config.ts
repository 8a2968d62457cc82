import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // Inlined pictures would be sent again with every page.
    assetsInlineLimit: 0,
    cssMinify: true,
  },
});
