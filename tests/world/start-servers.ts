import type { TestProject } from "vitest/node";
import { setClusterUrl } from "./cluster.ts";
import { type RunningServer, startServer } from "./server.ts";

/** Starts one server with default settings for each worker of the project; see sharedServer. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  setClusterUrl(project.getProvidedContext().clusterUrl);
  const servers = await Promise.all(
    Array.from({ length: Number(project.config.maxWorkers) }, () => startServer()),
  );
  project.provide("sharedServers", servers.map(describe));
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
}

/** Only plain values reach the workers. */
function describe({ process: _process, stop: _stop, ...server }: RunningServer) {
  return server;
}
