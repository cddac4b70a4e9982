import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

const backend = {
  target: `http://localhost:${process.env.MAARGA_BACKEND_PORT ?? 3001}`,
  changeOrigin: false,
};

/** What every page with React loads, as one file: many small ones weigh more, and are named in every page's list. */
const FRAME =
  /node_modules\/(react|react-dom|react-router|scheduler|@react-router)\/|rolldown\/runtime|preload-helper/;

export default defineConfig({
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: "frame", test: FRAME }] } } } },
    },
  },
  plugins: [tailwindcss(), reactRouter()],
  publicDir: "web/public",
  build: {
    // Weights are counted from it; it is taken out before the pages are served.
    manifest: true,
    assetsInlineLimit: 0,
    // A page names its scripts itself; what comes later comes one by one, and its loader would weigh on every page.
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
        "/config.json",
      ].map((path) => [path, backend]),
    ),
  },
});
