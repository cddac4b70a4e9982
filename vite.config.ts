import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

const backend = {
  target: `http://localhost:${process.env.MAARGA_BACKEND_PORT ?? 3001}`,
  changeOrigin: false,
};

/**
 * The packages and the small files that almost every React page loads, in one chunk: many small chunks would be larger, and
 * each page lists them all.
 */
const SHARED =
  /node_modules\/(react|react-dom|react-router|scheduler|@react-router)\/|rolldown\/runtime|preload-helper|web\/ui\/(button|card|class-names|icon|notice|show-toast|spinner)\.|web\/backend\/(session|settings)\./;

export default defineConfig({
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: "frame", test: SHARED }] } },
        },
      },
    },
  },
  plugins: [tailwindcss(), reactRouter()],
  publicDir: "web/public",
  build: {
    // Page weights are computed from it; finishBuild removes it.
    manifest: true,
    assetsInlineLimit: 0,
    // Each page lists its scripts itself; the preload code would add to the weight of every page.
    modulePreload: false,
    target: ["chrome111", "firefox114", "safari16.4"],
  },
  server: {
    proxy: Object.fromEntries(
      [
        "/auth/v1",
        "/rest/v1",
        "/storage/v1",
        "/functions/v1",
        "/challenge/v1",
        "/unsubscribe/v1",
        "/not-me/v1",
        "/config.json",
      ].map((path) => [path, backend]),
    ),
  },
});
