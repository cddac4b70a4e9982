import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { Refusal } from "../errors/refusal.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import { parseBody } from "./request-body.ts";
import { requireCaller } from "./require-caller.ts";
import { requireLimit } from "./require-limit.ts";
import { requireRight } from "./require-right.ts";

const bodySchema = z.object({ id: z.uuid(), kind: z.enum(["confirmation", "reset"]) });

/** Sends a person the confirmation of their sign-up again, or a link to choose a new password, on record. */
export const sendAccountMail =
  (dependencies: FunctionsDependencies) =>
  async (request: FastifyRequest): Promise<{ message: string }> => {
    await requireRight(dependencies, "administer")(request);
    const admin = await requireCaller(request, dependencies);
    const { id, kind } = parseBody(bodySchema, request.body);
    await requireLimit(dependencies, "account mail", String(admin.claims.sub), "mails");
    try {
      if (await dependencies.mailForAdmin(admin, id, kind)) return { message: "The mail is on its way." };
    } catch (error) {
      // The limits of mails are refusals of the sign-in service, which has another format.
      if (error instanceof Refusal)
        throw new Refusal(error.status, error.message, { headers: error.headers });
      throw error;
    }
    throw refusal(404, "This person no longer exists, or has confirmed already.");
  };
