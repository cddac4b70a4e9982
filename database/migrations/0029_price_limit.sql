-- Catches a price with a digit too many, as the form does (MAX_PRICE_RUPEES in domain/prices.ts). Not valid: an offer
-- that already costs more stays as it is until its next change.
alter table public.plans add constraint plans_cost_at_most_ten_lakh check (price <= 1000000) not valid;
