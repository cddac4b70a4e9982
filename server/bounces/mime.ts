/** A part of a mail, as far as a report about a delivery needs it. */
export interface MimePart {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The media type in lower case; "text/plain" if there is none. */
  readonly type: string;
  readonly boundary: string | undefined;
  readonly body: string;
}

/** A report has three parts. */
const MAX_PARTS = 20;
const MAX_HEADERS = 200;

export function findHeader(headers: MimePart["headers"], name: string): string | undefined {
  return headers.find((header) => header[0] === name.toLowerCase())?.[1];
}

/** Reads the headers of a part, whose text may end anywhere, and decodes its body. */
export function parsePart(raw: string): MimePart {
  const text = raw.replaceAll("\r\n", "\n");
  const end = text.startsWith("\n") ? 0 : text.indexOf("\n\n");
  const head = end < 0 ? text : text.slice(0, end);
  const headers = head
    .replaceAll(/\n[ \t]+/g, " ")
    .split("\n", MAX_HEADERS)
    .flatMap((line) => {
      const colon = line.indexOf(":");
      return colon > 0
        ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const]
        : [];
    });
  const contentType = findHeader(headers, "content-type") ?? "";
  return {
    headers,
    type: /^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0].toLowerCase() ?? "text/plain",
    boundary: /;\s*boundary\s*=\s*(?:"([^"]{1,100})"|([^\s;"]{1,100}))/i
      .exec(contentType)
      ?.slice(1)
      .find(Boolean),
    body: decode(
      end < 0 ? "" : text.slice(end + 2 - Number(end === 0)),
      findHeader(headers, "content-transfer-encoding"),
    ),
  };
}

/** The parts of a multipart body. A part that was cut off has the text up to the cut. */
export function splitParts({ boundary, body }: MimePart): MimePart[] {
  if (boundary === undefined) return [];
  const [inside = ""] = `\n${body}`.split(`\n--${boundary}--`, 1);
  return inside
    .split(`\n--${boundary}`, MAX_PARTS + 1)
    .slice(1)
    .map((part) => parsePart(part.slice(part.indexOf("\n") + 1)));
}

function decode(body: string, encoding = ""): string {
  switch (encoding.toLowerCase()) {
    case "base64":
      return Buffer.from(body, "base64").toString("utf8").replaceAll("\r\n", "\n");
    case "quoted-printable":
      return body
        .replaceAll(/=\n/g, "")
        .replaceAll(/=([0-9a-f]{2})/gi, (_match, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        );
    default:
      return body;
  }
}
