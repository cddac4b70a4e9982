import { createHash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { ROLES } from "../../domain/roles.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import { parseBody } from "./request-body.ts";
import { requireCaller } from "./require-caller.ts";
import { requireLimit } from "./require-limit.ts";
import { requireSuperAdminPassword } from "./require-super-admin-password.ts";
import { storedText } from "./stored-text.ts";

const bodySchema = z.object({
  email: storedText().max(255),
  role: z.enum(ROLES),
  superAdminPassword: storedText().max(1_000).default(""),
});

const INVITE = "select private.invite_colleague($1, $2, $3) as expires_at";

/**
 * Invites somebody by mail. Only the mail has the token: the database keeps its hash. Whoever may
 * read all students needs the super-admin password, so that a stolen session cannot outlive itself as a colleague.
 */
export const inviteColleague =
  (dependencies: FunctionsDependencies) =>
  async (request: FastifyRequest): Promise<{ expiresAt: Date }> => {
    const admin = await requireCaller(request, dependencies);
    const adminId = String(admin.claims.sub);
    const { role, superAdminPassword, ...body } = parseBody(bodySchema, request.body);
    const email = dependencies.normalizeEmail(body.email.trim());
    if (email === null) throw refusal(400, "Please enter a valid email address.");
    if (role !== "mentor") await requireSuperAdminPassword(dependencies, adminId, superAdminPassword);
    await requireLimit(dependencies, "invitation", adminId, "invitations");
    const token = randomBytes(24).toString("base64url");
    return dependencies.database.transactionFor(admin, async (query) => {
      const { rows } = await query<{ expires_at: Date }>(INVITE, [
        email,
        role,
        createHash("sha256").update(token).digest(),
      ]);
      const { expires_at: expiresAt } = rows[0] as { expires_at: Date };
      await dependencies.queueInvitation(query, {
        to: email,
        role,
        inviter: String(admin.claims.email),
        link: `${dependencies.siteUrl}/join?token=${token}`,
        expiresAt,
      });
      return { expiresAt };
    });
  };
