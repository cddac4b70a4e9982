import type { ServiceDatabase } from "../postgres/database.ts";
import type { UnsubscribeLinks } from "./links.ts";

export interface UnsubscribeDependencies {
  readonly database: ServiceDatabase;
  readonly links: UnsubscribeLinks;
}
