// Runs in its own process: one user whose connections send requests as fast as they are answered.
import { Connection } from "./connection.ts";

export interface CrowdAttack {
  readonly port: number;
  readonly address: string;
  readonly connections: number;
  readonly request: string;
}

const statuses: Record<string, number> = {};
const count = (status: string) => {
  statuses[status] = (statuses[status] ?? 0) + 1;
};

async function attack({ port, address, request }: CrowdAttack): Promise<never> {
  for (;;) {
    try {
      const connection = await Connection.open(port, address);
      for (;;) count(String((await connection.send(request)).status));
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
