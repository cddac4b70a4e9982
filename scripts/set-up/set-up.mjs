import path from "node:path";
import { compile, isBuilt } from "./compile.mjs";
import { withLockFile } from "./lock-file.mjs";
import { installPackages, packagesAreInstalled } from "./packages.mjs";
import { root, SetUpError, say } from "./project.mjs";

const lockFile = path.join(root, ".set-up.lock");

/**
 * Installs packages and builds, if something is missing or out of date. Ends the process with a message if that fails.
 * @param {{ build: boolean, tools: boolean }} needs `build`: a build is needed; `tools`: development packages too
 */
export async function setUp(needs) {
  try {
    if (isReady(needs)) return;
    await withLockFile(lockFile, async (addHolder) => {
      if (!packagesAreInstalled({ tools: needs.tools || mustBuild(needs) })) await installPackages(addHolder);
      if (mustBuild(needs)) await compile(addHolder);
    });
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    say(error.message);
    process.exit(1);
  }
}

/** @param {{ build: boolean, tools: boolean }} needs */
function isReady(needs) {
  return packagesAreInstalled(needs) && !mustBuild(needs);
}

/** @param {{ build: boolean }} needs */
function mustBuild({ build }) {
  return build && !isBuilt();
}
