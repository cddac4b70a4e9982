-- The topic of a slot: what a student wants to talk about. domain/slot-topics.ts previews these rules: it has the same patterns, with
-- the same names, and domain/slot-topic-cases.ts has the cases of both.

-- Returns the text with its passwords, one-time passwords and secret keys masked. Students paste the logins of admission
-- portals, and nobody at Maarga may learn them, so they are masked before anything is stored.
create function private.mask_secrets(value text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  space constant text := '[ \t\u00a0]';
  any_space constant text := '[ \t\n\r\u00a0]';
  letter constant text := '[^ \t\n\r\u00a0]';
  starts constant text := '(?:^|[^a-z0-9])';
  ends constant text := '(?![a-z0-9])';
  is_ constant text := space || '+(?:is|was)' || space || '*[:=]?' || space || '*';
  colon constant text := '(?:' || space || '*[:=][:=>-]*' || any_space || '*|' || space || '+-+>?' || space || '+)';
  quote constant text := '["''“‘]';
  purpose constant text := '(?:' || space || '+(?:for|of|to|in|on)(?:' || space || '+(?!(?:is|was|and|but|or|rank|marks)'
    || ends || ')[a-z]+){1,5})';
  password constant text :=
    '(?:pass[ -]?words?|pass[ -]?codes?|passwd|pswd|pwd|(?:secret|security)[ -]?(?:key|code|pin|word)s?|(?:upi|atm|login|m)[ -]?pin|ಪಾಸ್\u200c?ವರ್ಡ್|पासवर्ड)';
  otp constant text :=
    '(?:o[.]?t[.]?p|one[ -]?time[ -]?(?:password|passcode|pin|code)|verification[ -]?code|ಒಟಿಪಿ|ओटीपी)';
  plain constant text := '(?:a|about|accepted|again|all|already|also|always|an|and|any|are|as|asked|asking|at|bad|be|been|being|blocked|but|by|can|can.?t|cannot|change|changed|changing|coming|correct|could|created|different|do|does|doesn.?t|done|don.?t|error|expired|failed|failing|fine|for|forgot|forgotten|from|generated|getting|given|gone|good|had|has|have|help|how|i|if|in|incorrect|invalid|is|isn.?t|issue|it|kept|locked|lost|mandatory|may|me|mine|missing|must|my|necessary|need|needed|needs|never|new|no|not|now|of|ok|okay|old|on|only|option|or|our|please|problem|received|rejected|required|reset|resetting|right|safe|same|saved|secret|sent|set|shared|should|showing|so|something|still|strong|that|the|their|there|this|to|too|unable|unknown|updated|very|want|was|we|weak|what|when|where|which|why|will|with|working|would|wrong|your)';
  not_plain constant text := '(?!' || plain || '(?:' || any_space || '|[.,;:!?)]|$))';
  first_letter constant text := '[^ \t\n\r\u00a0"''“‘]';
  last_letter constant text := '[^ \t\n\r\u00a0.,;:!?)"''”’]';
  token_of_3 constant text := first_letter || letter || '{1,}' || last_letter;
  token_of_4 constant text := first_letter || letter || '{2,}' || last_letter;
  code_like constant text := '(?=' || letter || '*[0-9@#$%^&*_])' || token_of_4;
  digits constant text := '(?:[0-9]{2,4}[ -][0-9]{2,4}|[0-9](?:[ -][0-9]){3,7}|[0-9]{4,8})(?![0-9])';
  patterns constant text[] := array[
    format('(%s%s(?:%s|%s|%s+)%s)[^"''“”‘’\n]{3,60}(?=["''”’])', starts, password, colon, is_, space, quote),
    format('(%s%s%s%s?)%s(?:%s%s*/%s*%s|%s)',
      starts, password, colon, quote, not_plain, token_of_3, space, space, code_like, token_of_3),
    format('(%s%s%s%s?)%s%s', starts, password, is_, quote, not_plain, token_of_3),
    format('(%s%s(?:%s(?:%s|%s)|%s+))%s', starts, password, purpose, colon, is_, space, code_like),
    format('(%s%s(?:%s?(?:%s|%s)|%s*(?:(?:no|number|code)[.]?%s+)?))%s',
      starts, otp, purpose, colon, is_, space, space, digits),
    format('((?:^|[ \t\n\r\u00a0("''“‘]))(?![("''“‘])(?:%s|%s)(?=%s+(?:is|as)%s+(?:(?:the|my|your|ur|our|new|old|kea|cet|neet|nta|mcc|login|portal)%s+){0,3}(?:%s|%s)%s)',
      digits, code_like, space, space, space, password, otp, ends),
    format('(%spin(?:%s|%s|%s+))[0-9]{4}(?! ?[0-9a-z])', starts, colon, is_, space),
    format('(%spass(?:%s|%s))(?=%s*[a-z])(?=%s*[0-9@#$&*_])%s', starts, colon, is_, letter, letter, token_of_4),
    format('(%spass%s+)(?=%s*[a-z])(?=%s*[@#$&*_])%s', starts, space, letter, letter, token_of_4)
  ];
  pattern text;
  before text;
begin
  -- A mask can show the beginning of a word that was hidden by the digits before it ("OTP482913password Abc@123").
  loop
    before := value;
    foreach pattern in array patterns loop
      value := regexp_replace(value, pattern, '\1•••', 'gi');
    end loop;
    exit when value is not distinct from before;
  end loop;
  return value;
end
$$;

-- Returns a note as it is stored. Characters that are not seen are removed, as in profiles. The length is checked first,
-- because masking a long text is slow.
create function private.clean_note(value text, longest integer) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  value := btrim(private.strip_hidden_characters(value), E' \t\r\n');
  if length(value) > longest then
    raise exception 'Please use at most % characters.', longest using errcode = 'P0001';
  end if;
  return private.mask_secrets(value);
end
$$;

-- Applies to all writers. A definer, because clients may not call these functions themselves.
create function private.check_topic() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.topic := nullif(private.clean_note(new.topic, 500), '');
  return new;
end
$$;

create trigger check_topic before insert or update of topic on public.slots
  for each row when (new.topic is not null) execute function private.check_topic();

-- The policies of slots.sql apply: students write the topics of their own slots, until these start.
grant insert (topic), update (topic) on public.slots to authenticated;
