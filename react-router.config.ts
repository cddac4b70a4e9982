import type { Config } from "@react-router/dev/config";
import { finishBuild } from "./scripts/web/finish-build.ts";

export default {
  appDirectory: "web",
  buildDirectory: "build/app",
  ssr: false,
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: true,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
  // Every address is a prerendered page: the first response contains its text and its scripts.
  prerender: ({ getStaticPaths }) => [...getStaticPaths(), "/404"],
  buildEnd: () => finishBuild("build/app/client"),
} satisfies Config;
