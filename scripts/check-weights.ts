import { weightsOf, weightsTable } from "./web/weights.ts";

const weights = weightsOf("build/app");
console.log(weightsTable(weights));
process.exitCode = weights.every(({ kilobytes, budget }) => kilobytes <= budget) ? 0 : 1;
