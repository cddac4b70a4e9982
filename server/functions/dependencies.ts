import type { MailForAdmin } from "../auth/mail/mail-for-admin.ts";
import type { ReadList } from "../cutoffs/list-reader.ts";
import type { IdentifyCaller } from "../gateway/identify-caller.ts";
import type { Limits } from "../limits/limits.ts";
import type { AccountMail } from "../mail/account-mail.ts";
import type { AdminMail } from "../mail/admin-mail.ts";
import type { RenderCampaignMail } from "../mail/campaign-mail.ts";
import type { ApiDatabase, ServiceDatabase } from "../postgres/database.ts";
import type { ReadStatement } from "../statements/statement-reader.ts";
import type { Inspector } from "../storage/inspection/inspector.ts";

export interface FunctionsDependencies {
  readonly api: ApiDatabase;
  readonly database: ServiceDatabase;
  readonly limits: Limits;
  readonly mail: AdminMail;
  readonly queueInvitation: AccountMail["invitation"];
  readonly siteUrl: string;
  /** Returns the address as it is stored, or null if it is invalid. */
  readonly normalizeEmail: (input: string) => string | null;
  readonly identify: IdentifyCaller;
  readonly renderCampaignMail: RenderCampaignMail;
  /** An export of more students needs the super-admin password. */
  readonly exportPasswordAbove: number;
  readonly mailForAdmin: MailForAdmin;
  readonly findContentProblem: Inspector["findProblem"];
  readonly readStatement: ReadStatement;
  readonly readList: ReadList;
}
