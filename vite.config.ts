import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

const backend = {
  target: `http://localhost:${process.env.MAARGA_BACKEND_PORT ?? 3001}`,
  changeOrigin: false,
};

const PREACT_FOR_REACT: Record<string, string> = {
  react: "preact/compat",
  "react-dom": "preact/compat",
  "react-dom/client": "preact/compat/client",
  "react/jsx-runtime": "preact/jsx-runtime",
};

/** The scripts in browsers run with Preact, and the components are written for React. */
const preactForReact: Plugin = {
  name: "preact-for-react",
  enforce: "pre",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  resolveId(id, importer) {
    const name = PREACT_FOR_REACT[id];
    return name ? this.resolve(name, importer) : undefined;
  },
};

/** The modules of ours that stand in for the router's package in browsers. */
const SMALL_ROUTER: Record<string, string> = {
  "react-router": "react-router.tsx",
  "react-router/dom": "hydrated-router.tsx",
};

const smallRouter: Plugin = {
  name: "small-router",
  enforce: "pre",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  resolveId(id) {
    const file = SMALL_ROUTER[id];
    return file && path.resolve("web/router", file);
  },
};

/** Parts of the official client that no page needs, and what stands in for them. */
const SMALLER_PARTS: Record<string, string> = {
  "./GoTrueAdminApi": "admin-api.ts",
  "./lib/web3/ethereum": "nothing.ts",
  "./lib/webauthn": "nothing.ts",
  "iceberg-js": "nothing.ts",
};

const smallerParts: Plugin = {
  name: "smaller-parts",
  enforce: "pre",
  resolveId(id, importer) {
    const part = importer?.includes("/@supabase/") && SMALLER_PARTS[id];
    return part ? path.resolve("web/backend/smaller-parts", part) : undefined;
  },
};

/** The code that every page of the app runs, in one chunk: many small files would be larger, and each page lists them all. */
const SHARED_PACKAGES = /node_modules\/preact\/|web\/router\/|rolldown\/runtime|preload-helper/;

/** Our own small modules that every React page loads, the session's among them. In one chunk they compress better than in twenty. */
const SHARED_MODULES =
  /node_modules\/(clsx|class-variance-authority)\/|web\/backend\/(access-token|auth|early-answers|error-response|is-lost|limited-writes|mailed-link|smaller-parts\/nothing|retry-limited|second-step|session|settings|stored-session)\.ts$|web\/features\/auth\/sent-mail\.ts$|web\/ui\/(button|card|class-names|field|field-frame|icon|lazy-part|load-failed|not-sent|notice|password-field|spinner|tabs|toast|toaster)\.tsx?$|web\/layout\/(fetch-files|fonts|hand-over|leaving|log-out-press|logo|page-code|page-focus|return-path)\.tsx?$/;

/** The official auth client, which web/backend/auth.ts loads on demand. */
const AUTH_MODULES = /node_modules\/@supabase\/auth-js\/|web\/backend\/auth-(calls|client)\.ts$/;

/** The parts of every signed-in page. */
const SIGNED_IN_MODULES =
  /node_modules\/(@tanstack|@supabase\/postgrest-js)\/|web\/layout\/(after-sign-in|block-links-offline|breadcrumb|drafts\/[\w-]+|kept\/[\w-]+|phone|profile-first|use-session-guard|when-quiet|sidebar\/[\w-]+)\.tsx?$|web\/queries\/(admin-access|booking-terms|current-plan|offers|overview|own-order|own-profile|user)\.ts$|web\/backend\/(query-client|refusal-text|tables)\.ts$|web\/ui\/(badge|dialog|empty-state|page-skeleton|page-title|sheet|skeleton)\.tsx?$|domain\/(kolkata-time|plans)\.ts$/;

/** The parts of the pages of admins and mentors. */
const ADMIN_MODULES =
  /domain\/student-filter\.ts$|web\/ui\/(menu|pager|paging|search-field|short-id|table|url-params|use-typed)\.tsx?$|web\/layout\/(contact-links|role-guard|student-link)\.tsx$|web\/queries\/(list-students|saved-filters)\.ts$|web\/backend\/call-function\.ts$/;

/** The modules that the list of everybody and the dialogs that it loads later share. */
const STUDENT_MODULES = /domain\/student-columns\.ts$|web\/features\/admin\/students\/find-students\.ts$/;

/** The modules that the pages about the account and its sign-in share. */
const ACCOUNT_MODULES =
  /web\/features\/auth\/([\w-]+\/)?(app-code-field|session-age|form-problem|new-password-field|page-after-sign-in|passkey-problem|supports-passkeys|text-button|use-form|use-mailed-link|verify-second-step)\.tsx?$/;

/** Fetching and removing files. */
const FILE_MODULES = /node_modules\/@supabase\/storage-js\/|web\/backend\/files\.ts$/;

/** Small modules that two or more signed-in pages share. A page may get some that it does not need, and saves requests. */
const COMMON_MODULES =
  /node_modules\/lucide-react\/|domain\/(booking|calls|contact-details|count-text|documents|money|option-exams|prices|slots)\.ts$|web\/ui\/(choice-group|copy-row|open-in-tab|use-now|line-drawing|switch|file-input|format-bytes|progress-bar|csv|save-file)\.tsx?$|web\/layout\/plan-required-dialog\.tsx$|web\/queries\/live\/use-live\.ts$|web\/features\/(pricing\/order-to-pay|slots\/(booking-error|wanted\/(mentors|wanted)))\.ts$/;

/** The modules that the pages of option lists share, in one file. */
const OPTION_MODULES =
  /domain\/options\.ts$|web\/features\/options\/(details|entries|list|rounds)\/(option-details|details-request|likelihood-badge|chosen-round-field|option-entries|option-row|dragging|stored-list|round-names|change-failure|list-change)\.tsx?$/;

export default defineConfig({
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "frame", test: SHARED_PACKAGES },
                { name: "base", test: SHARED_MODULES },
                { name: "auth-client", test: AUTH_MODULES },
                { name: "signed-in", test: SIGNED_IN_MODULES },
                { name: "admin", test: ADMIN_MODULES },
                { name: "students", test: STUDENT_MODULES },
                { name: "account", test: ACCOUNT_MODULES },
                { name: "files", test: FILE_MODULES },
                { name: "common", test: COMMON_MODULES, minShareCount: 2 },
                { name: "options", test: OPTION_MODULES },
              ],
            },
          },
        },
      },
    },
  },
  // Its modules, which web/backend/auth-calls.ts imports one by one, can only be bundled: Node does not find their imports.
  ssr: { noExternal: ["@supabase/auth-js"] },
  plugins: [smallerParts, preactForReact, smallRouter, tailwindcss(), reactRouter()],
  worker: { format: "es", plugins: () => [smallerParts, preactForReact] },
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
        "/live/v1",
        "/challenge/v1",
        "/unsubscribe/v1",
        "/not-me/v1",
        "/calendar/v1",
        "/config.json",
        "/prices.json",
        "^/colleges(/|\\?|$)",
        "^/cutoffs(\\.csv)?(\\?|$)",
      ].map((path) => [path, backend]),
    ),
  },
});
