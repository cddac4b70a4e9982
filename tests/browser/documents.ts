import type { Page } from "@playwright/test";
import { StorageClient } from "@supabase/storage-js";
import type { Person } from "./people.ts";
import type { Server } from "./servers.ts";

export interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A valid PDF of one page, padded to `bytes`. */
export function pdfFile(name: string, bytes = 0): Upload {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
    "<</Length 41>>stream\nBT /F1 24 Tf 40 100 Td (Marks card) Tj ET\nendstream",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  text += `xref\n0 5\n0000000000 65535 f \n${offsets.join("")}trailer<</Root 1 0 R/Size 5>>\nstartxref\n${text.length}\n%%EOF\n`;
  const buffer = Buffer.concat([Buffer.from(text), Buffer.alloc(Math.max(0, bytes - text.length), " ")]);
  return { name, mimeType: "application/pdf", buffer };
}

/** A picture of random pixels, which no encoder makes much smaller. The page draws it, so open one first. */
export async function noisePicture(
  page: Page,
  name: string,
  type: "image/jpeg" | "image/png" | "image/webp",
  width: number,
  height: number,
): Promise<Upload> {
  const base64 = await page.evaluate(
    async ([kind, columns, rows]) => {
      const canvas = new OffscreenCanvas(columns, rows);
      const context = canvas.getContext("2d");
      const pixels = new ImageData(columns, rows);
      const quarter = 65_536 / 4;
      const values = new Uint32Array(pixels.data.buffer);
      for (let from = 0; from < values.length; from += quarter)
        crypto.getRandomValues(values.subarray(from, from + quarter));
      for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255;
      context?.putImageData(pixels, 0, 0);
      const blob = await canvas.convertToBlob({ type: kind, quality: 0.9 });
      const reader = new FileReader();
      reader.readAsDataURL(blob);
      await new Promise((resolve) => {
        reader.onload = resolve;
      });
      return String(reader.result).split(",")[1] ?? "";
    },
    [type, width, height] as const,
  );
  return { name, mimeType: type, buffer: Buffer.from(base64, "base64") };
}

/** Adds the EXIF orientation of a phone held upright: the pixels are stored on their side. */
export function rotatePhoto(photo: Upload): Upload {
  const exif = Buffer.from("45786966000049492a00080000000100120103000100000006000000" + "00000000", "hex");
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  const { buffer } = photo;
  return { ...photo, buffer: Buffer.concat([buffer.subarray(0, 2), head, exif, buffer.subarray(2)]) };
}

export function pictureSize(page: Page, picture: Buffer): Promise<{ width: number; height: number }> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const { width, height } = await createImageBitmap(new Blob([bytes]));
    return { width, height };
  }, picture.toString("base64"));
}

export function bucketOf(server: Server, person: Person) {
  const headers = {
    apikey: server.publishableKey,
    authorization: `Bearer ${person.session.access_token}`,
  };
  return new StorageClient(`${server.url}/storage/v1`, headers).from("user-documents");
}

/** Uploads without the screen, as from another tab or phone of the student. */
export async function uploadFiles(server: Server, person: Person, files: readonly Upload[]): Promise<void> {
  for (const { name, mimeType, buffer } of files) {
    const body = new File([new Uint8Array(buffer)], name, { type: mimeType });
    const { error } = await bucketOf(server, person).upload(`${person.id}/${Date.now()}_${name}`, body);
    if (error) throw error;
  }
}

export interface Stored {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Downloads everything in the student's folder, newest first. */
export async function storedFiles(server: Server, person: Person): Promise<Stored[]> {
  const bucket = bucketOf(server, person);
  const sortBy = { column: "created_at", order: "desc" };
  const { data, error } = await bucket.list(`${person.id}/`, { sortBy });
  if (error) throw error;
  return Promise.all(
    data.map(async ({ name }) => {
      const { data: file, error: downloadError } = await bucket.download(`${person.id}/${name}`);
      if (downloadError) throw downloadError;
      const bytes = Buffer.from(await file.arrayBuffer());
      return { name, type: file.type, bytes };
    }),
  );
}
