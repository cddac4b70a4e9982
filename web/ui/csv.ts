export { csvOf } from "../../domain/csv.ts";
