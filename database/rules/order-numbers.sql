-- Numbers of orders: MRG-, four to six characters, and a check character. domain/order-number.ts has the same rules.

-- Letters and digits that are not mistaken for one another, by hand or on the phone. Their number is prime.
create function private.order_alphabet() returns text
language sql immutable
return '23456789ABCDEFGHJKMNPQRTVWXYZ';

-- The sum of the characters' places in the alphabet, each multiplied by its position from the right, modulo 29. It is
-- zero for a number with its check character. A wrong character or two swapped neighbours change it, because no factor
-- and no difference of two neighbouring factors is a multiple of 29.
create function private.order_check_sum(characters text) returns integer
language sql immutable set search_path = ''
as $$
  select coalesce(sum((strpos(private.order_alphabet(), letter) - 1) * (length(characters) - place + 1)), 0)::integer % 29
  from string_to_table(characters, null) with ordinality as each (letter, place);
$$;

create function private.order_number(body text) returns text
language sql immutable set search_path = ''
as $$
  select format(
    'MRG-%s-%s', body, substr(private.order_alphabet(), (29 - private.order_check_sum(body || '2')) % 29 + 1, 1)
  );
$$;

-- Returns the number in a search or a narration, however it is written, or null: 'mrg 4f7k 2', 'MRG4F7K2' and '4F7K-2'.
create function private.find_order_number(written text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when characters ~ '^[2-9A-HJKMNP-RTV-Z]{5,7}$' and private.order_check_sum(characters) = 0
      then format('MRG-%s-%s', left(characters, -1), right(characters, 1))
  end
  from regexp_replace(
    regexp_replace(upper(btrim(coalesce(written, ''))), '[\s–-]', '', 'g'), '^MRG', ''
  ) as characters;
$$;

-- Four characters are enough for 707,281 orders. After ten numbers that are taken, the next one has one character more.
create function private.new_order_number() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  found_number text;
begin
  for attempt in 0..29 loop
    select private.order_number(string_agg(substr(private.order_alphabet(), 1 + floor(random() * 29)::integer, 1), ''))
      into found_number from generate_series(1, 4 + attempt / 10);
    exit when not exists (select from public.orders where number = found_number);
  end loop;
  return found_number;
end
$$;

-- Returns the different references of bank transfers in a text: 16 to 22 letters and digits, of which up to five letters
-- come first. Some words touch the digits of other numbers. domain/bank-references.ts has the same rules.
create function private.find_bank_references(written text) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(distinct found[1] || found[2]), '{}')
  from regexp_matches(upper(written), '(?<![A-Z0-9])([A-Z]{1,5})([0-9]{11,21})(?![A-Z0-9])', 'g') as found
  where length(found[1] || found[2]) between 16 and 22 and found[1] not in (
    'UTR', 'UTRNO', 'UTRID', 'REF', 'REFNO', 'REFID', 'RRN', 'RRNNO', 'TXN', 'TXNID', 'TXNNO', 'UPI', 'UPIID', 'IMPS', 'NEFT',
    'RTGS', 'AC', 'ACNO', 'NO', 'ID', 'CR', 'DR', 'TO', 'BY', 'FROM', 'VPA', 'T'
  );
$$;

-- Returns the UTR that somebody has typed or pasted, or null: the reference of a bank transfer, or else twelve digits.
-- domain/utr.ts has the same rules.
create function private.find_utr(written text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when cardinality(bank) > 0 then case when cardinality(bank) = 1 then bank[1] end
    when length(digits) = 12 then digits
    when regexp_count(written, '(?<![0-9])[0-9]{12}(?![0-9])') = 1
      then substring(written from '(?<![0-9])([0-9]{12})(?![0-9])')
  end
  from regexp_replace(coalesce(written, ''), '[^0-9]', '', 'g') as digits, private.find_bank_references(written) as bank;
$$;

-- For assign_plan, which runs as its caller.
grant execute on function
  private.order_alphabet(), private.order_check_sum(text), private.find_order_number(text)
  to authenticated, service_role;
