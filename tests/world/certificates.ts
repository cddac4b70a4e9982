import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface TestAuthority {
  /** The certificate of the authority, for NODE_EXTRA_CA_CERTS. */
  readonly file: string;
  /** A key and a certificate for localhost. */
  readonly localhost: { readonly key: string; readonly cert: string };
  remove(): void;
}

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** A certificate authority that nobody trusts by itself, and a certificate of it. */
export function createAuthority(): TestAuthority {
  const folder = mkdtempSync(path.join(tmpdir(), "maarga-authority-"));
  const inFolder = (name: string) => path.join(folder, name);
  const certify = (name: string, ...more: string[]) =>
    execFileSync(
      "openssl",
      [
        "req",
        "-x509",
        "-subj",
        `/CN=${name}`,
        "-days",
        "2",
        ...KEY,
        "-keyout",
        inFolder(`${name}.key`),
        "-out",
        inFolder(`${name}.pem`),
        ...more,
      ],
      { stdio: "ignore" },
    );
  certify("authority");
  certify(
    "localhost",
    "-CA",
    inFolder("authority.pem"),
    "-CAkey",
    inFolder("authority.key"),
    "-addext",
    "subjectAltName=DNS:localhost",
    "-addext",
    "basicConstraints=critical,CA:false",
  );
  return {
    file: inFolder("authority.pem"),
    localhost: {
      key: readFileSync(inFolder("localhost.key"), "utf8"),
      cert: readFileSync(inFolder("localhost.pem"), "utf8"),
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
