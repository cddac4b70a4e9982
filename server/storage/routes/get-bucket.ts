import { z } from "zod";
import { selectBucket } from "../buckets.ts";
import { refusal } from "../errors.ts";
import type { StorageContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { bearerRequired } from "./schemas.ts";

const schema = { headers: bearerRequired, params: z.object({ id: z.string() }) };

export const getBucket = ({ objects, identify }: StorageContext) =>
  endpoint(schema, async (request) => {
    const [bucket] = await objects.run(await identify(request), selectBucket(request.params.id));
    if (!bucket) throw refusal("bucketNotFound");
    return bucket;
  });
