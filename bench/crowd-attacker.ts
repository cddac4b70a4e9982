// Runs in its own process: one client whose connections send requests as fast as they are answered.
import { Connection } from "./connection.ts";

export interface CrowdAttack {
  readonly port: number;
  readonly address: string;
  readonly connections: number;
  /** A number that is new each time takes the place of %d. */
  readonly request: string;
}

const statuses: Record<string, number> = {};
const count = (status: string) => {
  statuses[status] = (statuses[status] ?? 0) + 1;
};

let sent = 0;

async function attack({ port, address, request }: CrowdAttack): Promise<never> {
  for (;;) {
    try {
      const connection = await Connection.open(port, address);
      for (;;) count(String((await connection.send(request.replace("%d", () => String(++sent)))).status));
    } catch {
      count("closed");
    }
  }
}

process.on("message", (message: CrowdAttack | "stop") => {
  if (message === "stop") process.send?.(statuses, () => process.exit());
  else for (let connection = 0; connection < message.connections; connection++) void attack(message);
});
process.on("disconnect", () => process.exit());
