import { notSingle } from "../errors.ts";
import type { RestRequest } from "../parse/request.ts";
import type { Plan, PlanResult } from "../plan/statement.ts";
import type { RestResponse } from "./response.ts";
import { renderDelete, renderInsert, renderRows, renderUpdate, renderVoid } from "./success.ts";

export function render(request: RestRequest, plan: Plan, result: PlanResult): RestResponse {
  switch (request.kind) {
    case "insert":
      return renderInsert(request, result, plan.hasConflictTarget === true);
    case "update":
      return renderUpdate(request, result);
    case "delete":
      return renderDelete(request, result);
  }
  if (request.accept.single && result.page !== 1) throw notSingle(result.page);
  return request.kind === "call" && plan.returnsNothing
    ? renderVoid(request, result)
    : renderRows(request, result);
}
