-- What somebody is called after they were blocked is theirs to write, and would reach whoever blocked them in lists and mails:
-- a block keeps the names they and their pets had then.
alter table message_blocks
  add column blocked_name text,
  add column pet_names jsonb not null default '{}';
update message_blocks b set
  blocked_name = (select u.name from users u where u.id = b.blocked_id),
  pet_names = coalesce((
    select jsonb_object_agg(p.id, p.name) from pets p join pet_owners o on o.id = p.owner_id where o.user_id = b.blocked_id), '{}');
alter table message_blocks
  alter column blocked_name set not null,
  alter column pet_names drop default;

-- The name of a person, as `reader` knows them.
create function known_name(reader uuid, person uuid, name text) returns text language sql stable
  return coalesce((select b.blocked_name from message_blocks b where b.blocker_id = reader and b.blocked_id = person), name);

create function known_pet_name(reader uuid, person uuid, pet uuid, name text) returns text language sql stable
  return coalesce((
    select b.pet_names ->> pet::text from message_blocks b where b.blocker_id = reader and b.blocked_id = person), name);

create or replace view booking_parties as
  select 'veterinary'::text as trade, a.id as booking_id, 'owner'::text as side, o.user_id, v.full_name as with_name,
         a.starts_at, a.time_zone, a.status, a.ends_at,
         case when v.full_name = 'Former user' then v.full_name
              else 'Dr. ' || regexp_replace(v.full_name, '^dr\y\.?\s*', '', 'i') end as addressed_as,
         a.pet_id, v.full_name as provider_name,
         v.license_id as registration_number
    from veterinary_appointments a
    join pet_owners o on o.id = a.pet_owner_id
    join veterinary_doctors v on v.id = a.veterinary_id
  union all
  select 'veterinary'::text, a.id, 'provider'::text, v.user_id,
         coalesce(nullif(known_name(v.user_id, u.id, u.name), ''), 'Former user'),
         a.starts_at, a.time_zone, a.status, a.ends_at,
         coalesce(nullif(known_name(v.user_id, u.id, u.name), ''), 'Former user'),
         a.pet_id, v.full_name, v.license_id
    from veterinary_appointments a
    join veterinary_doctors v on v.id = a.veterinary_id
    join pet_owners o on o.id = a.pet_owner_id
    join users u on u.id = o.user_id;

create or replace view calendar_bookings as
  select 'veterinary'::text as trade, a.veterinary_id as provider_id, a.id as booking_id, a.starts_at, a.ends_at,
         a.status, known_name(v.user_id, u.id, u.name) as owner_name,
         known_pet_name(v.user_id, u.id, p.id, p.name) as pet_name
    from veterinary_appointments a
    join veterinary_doctors v on v.id = a.veterinary_id
    join pet_owners o on o.id = a.pet_owner_id
    join users u on u.id = o.user_id
    left join pets p on p.id = a.pet_id
   where a.status in ('pending', 'confirmed');
