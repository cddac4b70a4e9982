import type { Catalog } from "../catalog.ts";
import type { RestRequest } from "../parse/request.ts";
import type { ResultLimits } from "../request-limits.ts";
import { planCall } from "./call.ts";
import { planRead } from "./read.ts";
import type { Plan } from "./statement.ts";
import { requireTable, requireWritable } from "./table.ts";
import { planDelete, planInsert, planUpdate } from "./write.ts";

/** Returns the one statement that carries out the request. */
export function planRequest(request: RestRequest, catalog: Catalog, limits: ResultLimits): Plan {
  if (request.kind === "call") return planCall(request, catalog, limits);
  const table = requireTable(catalog, request.target);
  if (request.kind === "read") return planRead(request, limits);
  requireWritable(table, request.kind);
  switch (request.kind) {
    case "insert":
      return planInsert(request, table);
    case "update":
      return planUpdate(request, table);
    case "delete":
      return planDelete(request, table);
  }
}
