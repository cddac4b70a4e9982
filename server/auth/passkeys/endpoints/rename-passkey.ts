import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../../dependencies.ts";
import { refusal } from "../../errors.ts";
import { requireWithinLimit } from "../../request-limits.ts";
import { optionalText, parseBody } from "../../request-schemas.ts";
import { requireSignedIn } from "../../sessions/signed-in-user.ts";
import { type PasskeyRow, renderPasskey, requirePasskeyId } from "../passkeys.ts";

const MAX_NAME_LENGTH = 120;
const renameBody = z.object({ friendly_name: optionalText });

/** PATCH /passkeys/:id, for the signed-in user. The passkey of somebody else counts as unknown. */
export function renamePasskey(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) => {
    const { user } = await requireSignedIn(dependencies, request);
    const id = requirePasskeyId(request);
    const name = parseBody(renameBody, request).friendly_name?.trim() ?? "";
    if (name === "" || [...name].length > MAX_NAME_LENGTH || name.includes("\0"))
      throw refusal("passkeyNameInvalid");
    await requireWithinLimit(dependencies, "passkey change", `rename ${user.id}`, request.ip);
    const { rows } = await dependencies.database.query<PasskeyRow>(
      "update auth.passkeys set friendly_name = $3 where id = $1 and user_id = $2 returning *",
      [id, user.id, name],
    );
    const [renamed] = rows;
    if (!renamed) throw refusal("passkeyUnknown");
    return renderPasskey(renamed);
  };
}
