import { notSingle } from "../errors.ts";
import type { RestRequest } from "../parse/request.ts";
import type { Counts, Plan } from "../plan/statement.ts";
import type { Answer } from "./answer.ts";
import { renderDelete, renderInsert, renderNothing, renderRows, renderUpdate } from "./success.ts";

export function render(request: RestRequest, plan: Plan, counts: Counts): Answer {
  switch (request.kind) {
    case "insert":
      return renderInsert(request, counts, plan.recognisesRows === true);
    case "update":
      return renderUpdate(request, counts);
    case "delete":
      return renderDelete(request, counts);
  }
  if (request.accept.single && counts.page !== 1) throw notSingle(counts.page);
  return request.kind === "call" && plan.returnsNothing
    ? renderNothing(request, counts)
    : renderRows(request, counts);
}
