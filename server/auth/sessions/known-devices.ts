import { isIP } from "node:net";
import { NOTICE_DAYS } from "../../../domain/notices.ts";
import { toNetwork } from "../../limits/network.ts";
import type { Query } from "../../postgres/database.ts";
import { keyedHash, validKeyedHashes } from "../../tokens/keyed-hash.ts";
import { type NoticeDependencies, queueNotice } from "../notices/queue-notice.ts";
import type { UserRow } from "../users.ts";
import type { Client } from "./client.ts";

const PURPOSE = "known device";
const MAX_KNOWN = 50;
/** Somebody who knows the password can sign in under any number of names, and must not fill the owner's mailbox. */
const MAX_NOTICES_A_DAY = 10;
/** Longer than known devices are kept (database/rules/auth.sql). */
const LIFETIME_SECONDS = 500 * 86_400;

/** Remembers the device, and mails the user if it is a new one. The first sign-in of an account causes no mail. */
export async function rememberDevice(
  dependencies: NoticeDependencies,
  query: Query,
  user: UserRow,
  client: Client,
): Promise<void> {
  const values = [user.id, client.device, providerOf(client.address)];
  const { rows } = await query<{ known: number; matching: number; notices: number }>(
    `select count(*)::int as known, count(*) filter (where fingerprint = any ($2))::int as matching,
       (select count(*)::int from auth.notice_tokens
         where user_id = $1 and expires_at > now() + make_interval(days => $3 - 1)) as notices
     from auth.known_devices where user_id = $1`,
    [user.id, validKeyedHashes(dependencies.internalKeys, LIFETIME_SECONDS, PURPOSE, ...values), NOTICE_DAYS],
  );
  await query(
    `insert into auth.known_devices (user_id, fingerprint) values ($1, $2)
     on conflict (user_id, fingerprint) do update set last_used_at = now()`,
    [user.id, keyedHash(dependencies.internalKeys, PURPOSE, ...values)],
  );
  await query(
    `delete from auth.known_devices where user_id = $1 and fingerprint in (
       select fingerprint from auth.known_devices where user_id = $1 order by last_used_at desc offset ${MAX_KNOWN})`,
    [user.id],
  );
  const [devices] = rows;
  if (devices && devices.known > 0 && devices.matching === 0 && devices.notices < MAX_NOTICES_A_DAY)
    await queueNotice(dependencies, query, {
      userId: user.id,
      to: user.email,
      notice: { kind: "new device", device: client.device },
    });
}

/** A phone gets another address of the same provider every day, and must not cause a mail each time. */
export function providerOf(address: string): string {
  const network = toNetwork(address);
  return isIP(network) === 4
    ? network.split(".").slice(0, 2).join(".")
    : network.split(":").slice(0, 2).join(":");
}
