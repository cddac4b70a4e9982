import { selectBuckets } from "../buckets.ts";
import type { StorageContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { bearerRequired } from "./schemas.ts";

const schema = { headers: bearerRequired };

export const listBuckets = ({ objects, identify }: StorageContext) =>
  endpoint(schema, async (request) => objects.run(await identify(request), selectBuckets));
