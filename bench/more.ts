import { raceFiles } from "./files.ts";
import { raceMail } from "./mail.ts";

console.log(await raceFiles());
console.log(await raceMail());
