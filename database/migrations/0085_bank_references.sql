-- The reference of a bank transfer by NEFT or RTGS stands beside the 12 digits of UPI and IMPS
-- (docs/decisions/0082-bank-references.md).
alter table public.payments drop constraint payments_utr_check;
alter table public.payments add constraint payments_utr_check
  check (utr ~ '^([0-9]{12}|[A-Z]{1,5}[0-9]{11,21})$' and length(utr) <= 22);
alter table public.statement_lines drop constraint statement_lines_utr_check;
alter table public.statement_lines add constraint statement_lines_utr_check
  check (utr ~ '^([0-9]{12}|[A-Z]{1,5}[0-9]{11,21})$' and length(utr) <= 22);
