import { startSender } from "./campaign-world.ts";

// Stands for a server that sends campaigns and is killed in the middle of it.

const [serviceUrl = "", smtpUrl = "", filesFolder = "", name = ""] = process.argv.slice(2);
await startSender({
  serviceUrl,
  smtpUrl,
  filesFolder,
  name,
  onLine: (line) => process.stdout.write(line),
});
