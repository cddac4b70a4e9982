import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify from "fastify";
import { createIdentify } from "../../server/gateway/identify-caller.ts";
import { ApiDatabase, ServiceDatabase } from "../../server/postgres/database.ts";
import { loadCatalog } from "../../server/rest/catalog.ts";
import { restRoutes } from "../../server/rest/routes.ts";
import { loadSecrets } from "../../server/secrets.ts";
import { Tokens } from "../../server/tokens/tokens.ts";
import type { Server } from "./exchange.ts";
import { STUDENT_CLAIMS } from "./student.ts";

/** Starts the table service alone, with the fixture instead of the product's tables. */
export async function startRestServer(
  databaseUrl: string,
  ownerUrl: string,
): Promise<{ server: Server; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "maarga-parity-"));
  const secrets = await loadSecrets(folder);
  await rm(folder, { recursive: true });
  const tokens = new Tokens(secrets.signingKeys, "http://localhost/auth/v1");

  const onError = (error: Error) => console.error(error);
  const owner = new ServiceDatabase(ownerUrl, { size: 1, name: "parity", onError });
  const catalog = await loadCatalog(owner.query);
  await owner.close();
  const database = new ApiDatabase(databaseUrl, { size: 4, name: "parity", onError });

  const app = Fastify();
  const dependencies = { database, catalog, identify: createIdentify(tokens, secrets) };
  await app.register(async (scope) => restRoutes(scope, dependencies), { prefix: "/rest/v1" });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const student = await tokens.sign(STUDENT_CLAIMS, 3_600);
  return {
    server: {
      port: Number(new URL(address).port),
      prefix: "/rest/v1",
      tokens: { student: student.token, service: secrets.secretKey, visitor: undefined },
    },
    async stop() {
      await app.close();
      await database.close();
    },
  };
}
