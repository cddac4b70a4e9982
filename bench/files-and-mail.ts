import { benchmarkFiles } from "./files.ts";
import { benchmarkMail } from "./mail.ts";

console.log(await benchmarkFiles());
console.log(await benchmarkMail());
