import { TableProblem } from "../office-files/table-problem.ts";

/** A file that cannot be read as a list of closing ranks. The message is for the admin who chose it. */
export class ListProblem extends TableProblem {}

export function damagedPdf(detail: string): ListProblem {
  return new ListProblem(`This PDF is damaged, or is none: ${detail}. Please download it again.`);
}
