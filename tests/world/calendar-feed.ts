import ICAL from "ical.js";
import { expect } from "vitest";
import type { Member } from "./members.ts";
import type { Server } from "./server.ts";

/** Makes a new address and returns its secret. */
export async function renewFeed({ client }: Member): Promise<string> {
  const { data, error } = await client.rpc("renew_calendar_feed");
  if (error) throw error;
  return data;
}

export function readFeed({ url }: Server, token: string, method = "GET"): Promise<Response> {
  return fetch(`${url}/calendar/v1/maarga.ics?token=${token}`, { method });
}

/** Reads the feed as a calendar program does. */
export async function eventsOf(server: Server, token: string) {
  const text = await (await readFeed(server, token)).text();
  expect(text).not.toMatch(/[^\r]\n/);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(text));
  expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe("Maarga");
  return calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    const alarm = component.getFirstSubcomponent("valarm");
    return {
      uid: event.uid,
      sequence: event.sequence,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      zone: event.startDate.zone?.tzid,
      stamp: String(component.getFirstPropertyValue("dtstamp")),
      summary: event.summary,
      description: event.description,
      contact: String(component.getFirstPropertyValue("contact")),
      alarm: [
        String(alarm?.getFirstPropertyValue("action")),
        String(alarm?.getFirstPropertyValue("trigger")),
      ],
    };
  });
}
