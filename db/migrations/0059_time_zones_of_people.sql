-- By whose clocks a person is told times: as their browser said last, or as they chose. Null until either is known.
alter table users
  add column time_zone text check (char_length(time_zone) <= 64),
  add column time_zone_chosen boolean not null default false,
  add check (time_zone is not null or not time_zone_chosen);

-- Notices about a booking need to know whether both sides have to be at one place.
create or replace view booking_parties as
  select 'veterinary'::text as trade, a.id as booking_id, 'owner'::text as side, o.user_id, v.full_name as with_name,
         a.starts_at, a.time_zone, a.status, a.ends_at,
         case when v.full_name = 'Former user' then v.full_name
              else 'Dr. ' || regexp_replace(v.full_name, '^dr\y\.?\s*', '', 'i') end as addressed_as,
         a.pet_id, v.full_name as provider_name,
         v.license_id as registration_number, a.appointment_type = 'teleconsultation' as is_online
    from veterinary_appointments a
    join pet_owners o on o.id = a.pet_owner_id
    join veterinary_doctors v on v.id = a.veterinary_id
  union all
  select 'veterinary'::text, a.id, 'provider'::text, v.user_id,
         coalesce(nullif(known_name(v.user_id, u.id, u.name), ''), 'Former user'),
         a.starts_at, a.time_zone, a.status, a.ends_at,
         coalesce(nullif(known_name(v.user_id, u.id, u.name), ''), 'Former user'),
         a.pet_id, v.full_name, v.license_id, a.appointment_type = 'teleconsultation'
    from veterinary_appointments a
    join veterinary_doctors v on v.id = a.veterinary_id
    join pet_owners o on o.id = a.pet_owner_id
    join users u on u.id = o.user_id;
