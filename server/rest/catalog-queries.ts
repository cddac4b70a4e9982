// Types are named with their schema, because requests may run with another search_path than this query.
const TYPE = "quote_ident(type_schema.nspname) || '.' || quote_ident(type.typname)";

/** A default is kept as the SQL that computes it, for `Prefer: missing=default`. Columns that are always generated have none. */
export const TABLES = `
  select
    class.relname as name,
    (
      select coalesce(json_agg(json_build_object(
        'name', attribute.attname,
        'type', case
          when type_schema.nspname = 'pg_catalog' then format_type(attribute.atttypid, attribute.atttypmod)
          else ${TYPE}
        end,
        'default', case
          when type.typbasetype <> 0 and type.typdefaultbin is not null then pg_get_expr(type.typdefaultbin, 0)
          when attribute.attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence(
            format('%I.%I', schema.nspname, class.relname), attribute.attname))
          when attribute.attgenerated <> '' then null
          else pg_get_expr(def.adbin, def.adrelid)
        end
      ) order by attribute.attnum), '[]')
      from pg_attribute attribute
      join pg_type type on type.oid = attribute.atttypid
      join pg_namespace type_schema on type_schema.oid = type.typnamespace
      left join pg_attrdef def on def.adrelid = attribute.attrelid and def.adnum = attribute.attnum
      where attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
    ) as columns,
    (
      select coalesce(json_agg(attribute.attname order by key.place), '[]')
      from pg_constraint pk
      cross join unnest(pk.conkey) with ordinality as key (number, place)
      join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum = key.number
      where pk.conrelid = class.oid and pk.contype = 'p'
    ) as primary_key,
    -- The commands that are possible, as bits: 4 for an update, 8 for an insert, 16 for a deletion.
    pg_relation_is_updatable(class.oid, true) as writes
  from pg_class class
  join pg_namespace schema on schema.oid = class.relnamespace
  where schema.nspname = 'public' and class.relkind in ('r', 'p', 'v', 'm', 'f') and not class.relispartition`;

/** Arguments are passed by name, so a function with an unnamed parameter cannot be called and is left out. */
export const FUNCTIONS = `
  with inputs as (
    select
      proc.oid,
      count(*) filter (where coalesce(input.name, '') = '') as unnamed,
      json_agg(json_build_object(
        'name', input.name,
        'type', ${TYPE},
        'typeName', format_type(type.oid, null),
        'isRequired', input.place <= proc.pronargs - proc.pronargdefaults,
        'isVariadic', coalesce(input.mode = 'v', false)
      ) order by input.place) as parameters
    from pg_proc proc
    cross join lateral (
      select name, type, mode, row_number() over (order by place) as place
      from unnest(coalesce(proc.proallargtypes, proc.proargtypes::oid[]), proc.proargnames, proc.proargmodes)
        with ordinality as argument (type, name, mode, place)
      where coalesce(mode, 'i') in ('i', 'b', 'v')
    ) input
    join pg_type type on type.oid = input.type
    join pg_namespace type_schema on type_schema.oid = type.typnamespace
    group by proc.oid
  )
  select
    proc.proname as name,
    json_agg(json_build_object(
      'name', proc.proname,
      'parameters', coalesce(inputs.parameters, '[]'),
      'returns', case
        when result.typname = 'void' then 'nothing'
        when result.typtype = 'c' or proc.proargmodes::text[] && '{t,o,b}'
          then case when proc.proretset then 'rows' else 'row' end
        when proc.proretset then 'values'
        else 'value'
      end,
      'rowName', coalesce(class.relname, result.typname),
      'isVolatile', proc.provolatile = 'v',
      'neededRight', case obj_description(proc.oid, 'pg_proc')
        when 'For admins only.' then 'administer'
        else substring(obj_description(proc.oid, 'pg_proc') from '^Needs the right to (.*)\\.$')
      end
    ) order by proc.pronargs, inputs.parameters::text) as routines
  from pg_proc proc
  join pg_namespace schema on schema.oid = proc.pronamespace
  join pg_type declared on declared.oid = proc.prorettype
  join pg_type result on result.oid = coalesce(nullif(declared.typbasetype, 0), declared.oid)
  left join pg_class class on class.oid = result.typrelid
  left join inputs on inputs.oid = proc.oid
  where schema.nspname = 'public' and proc.prokind = 'f'
    and result.typname not in ('trigger', 'event_trigger') and coalesce(inputs.unnamed, 0) = 0
  group by proc.proname`;
