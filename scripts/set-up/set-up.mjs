import path from "node:path";
import { compile, isBuilt } from "./compile.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { installPackages, packagesAreInPlace } from "./packages.mjs";
import { root, SetUpError, say } from "./project.mjs";

const lockFile = path.join(root, ".set-up.lock");

/**
 * Installs and builds what is missing or out of date, and nothing else. Ends the process with a plain message
 * where that is not possible.
 * @param {{ build: boolean, tools: boolean }} needs `build`: build/ is used; `tools`: what development needs is used
 */
export async function setUp(needs) {
  try {
    if (isReady(needs)) return;
    await oneAtATime(lockFile, async (atWork) => {
      if (!packagesAreInPlace({ tools: needs.tools || mustBuild(needs) })) await installPackages(atWork);
      if (mustBuild(needs)) await compile(atWork);
    });
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    say(error.message);
    process.exit(1);
  }
}

/** @param {{ build: boolean, tools: boolean }} needs */
function isReady(needs) {
  return packagesAreInPlace(needs) && !mustBuild(needs);
}

/** @param {{ build: boolean }} needs */
function mustBuild({ build }) {
  return build && !isBuilt();
}
