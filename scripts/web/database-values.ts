/** Facts that database-types.ts cannot read from the catalog. */

const ORDER_STATES =
  '"made" | "proof sent" | "confirmed" | "rejected" | "expired" | "paid short" | "paid over" | "refunded" | "cancelled"';

/** Columns whose values hold in their own table only. */
export const OWN_COLUMNS: ReadonlySet<string> = new Set(["kind", "reason", "state"]);

/** Columns of views and results of functions that have other values than the table column of the same name. */
export const OTHER_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  count_orders: { state: ORDER_STATES },
  current_orders: { state: ORDER_STATES },
  list_orders: { state: ORDER_STATES },
  list_campaigns: { state: '"sending" | "paused" | "stopped" | "done"' },
  list_editions: { state: '"preview" | "current" | "replaced"' },
  list_campaign_recipients: { state: '"queued" | "sent" | "failed" | "skipped" | "stopped"' },
};

/** Computed columns of views and functions that are never null; PostgreSQL does not know this. */
export const NOT_NULL: Readonly<Record<string, readonly string[]>> = {
  busy_slots: ["start_time", "end_time"],
  check_mentor: ["is_mentor", "is_admin", "needs_two_step"],
  confirm_lines: ["line_id", "outcome"],
  confirm_order: ["receipt_id", "receipt_number", "user_plan_id"],
  confirm_orders: ["order_id", "outcome"],
  mail_rules: ["approval_above", "unapproved_recipients"],
  count_audience: ["will_get", "turned_off", "no_profile", "bad_address"],
  preview_recipients: ["user_id", "full_name", "email"],
  count_orders: ["state", "orders"],
  current_orders: ["state"],
  list_audit_log: ["id", "at", "actor_email", "action", "details", "total"],
  list_bookings_in: ["id", "start_time", "end_time", "student_name", "phone", "free_mentors"],
  list_campaign_recipients: ["id", "name", "email", "state", "attempts", "total"],
  list_campaigns:
    "id created_at subject body state queued sent failed skipped stopped waits_for_server total waits_for_approval is_own attachments".split(
      " ",
    ),
  list_editions: "edition_id label state is_provisional title ranks added_at added_by".split(" "),
  list_orders:
    "id number student_name plan_level plan_exam plan_name amount_paise state made_at changed_at valid_until received_paise refunded_paise has_proof warnings last_step total total_is_exact".split(
      " ",
    ),
  refund_order: ["refund_id", "refund_number"],
  take_over: ["receipt_id", "receipt_number", "user_plan_id"],
  take_short: ["receipt_id", "receipt_number", "rest_order_id", "rest_number"],
  add_statement: ["statement_id", "is_known"],
  count_statement_lines: ["state", "lines", "amount_paise"],
  list_book_entries: ["number", "entry", "day", "amount_paise", "snapshot", "receipt_number"],
  list_statement_lines: ["line_id", "day", "amount_paise", "narration", "line_state", "total"],
  open_amounts: ["kind", "orders", "amount_paise"],
  payment_report: "entry day method plan_level plan_exam plan_name student_state amount_paise entries".split(
    " ",
  ),
  add_statement_lines: ["added", "known"],
  find_students_with_same_phone: ["id", "first_name", "last_name", "created_at"],
  list_colleagues: ["user_id", "email", "role", "granted_at", "granted_by"],
  list_invitations: ["id", "email", "role", "inviter_email", "created_at", "expires_at"],
  list_role_rights: ["role", "right_name"],
  read_invitation: ["email", "role", "inviter_email", "expires_at", "is_for_caller"],
  check_rights: ["rights", "needs_two_step"],
  list_mentors: "id email name languages exams levels about active granted_at granted_by upcoming".split(" "),
  list_security_events: ["id", "at", "kind", "details", "total", "total_is_exact"],
  list_students: [
    "id",
    "first_name",
    "last_name",
    "phone",
    "created_at",
    "plan_status",
    "total",
    "total_is_exact",
  ],
  revoke_mentor: ["moved", "remaining"],
  user_plans_with_profiles: ["active"],
};
