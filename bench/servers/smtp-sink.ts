import { SMTPServer } from "smtp-server";

/** Accepts every mail and discards it. */
new SMTPServer({
  disabledCommands: ["STARTTLS", "AUTH"],
  logger: false,
  onData(stream, _session, callback) {
    stream.resume().once("end", () => callback());
  },
}).listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("ready"));
