import { exceedsBudget, weightsOf, weightsTable } from "./web/weights.ts";

const weights = weightsOf("build/app");
console.log(weightsTable(weights));
process.exitCode = weights.some(exceedsBudget) ? 1 : 0;
