// A process that tests kill while it sends campaigns.
import { startSender } from "./campaign-sender.mjs";

const [serviceUrl = "", smtpUrl = "", filesFolder = "", name = ""] = process.argv.slice(2);
await startSender({ serviceUrl, smtpUrl, filesFolder, name });
