-- Views over several trades, which need the tables of all of them. A new trade adds its part to each.

create function was_verified(record_kind text, record_of uuid) returns boolean language sql stable as $$
  select 'verified' = (
    select from_status from verification_changes c
     where c.record = record_kind and c.record_id = record_of and not c.with_account
     order by c.sequence desc limit 1)
$$;

-- Regulated trades act once verified. A provider or seller whose change is being checked still answers for the visits
-- and orders already booked, with the facts that were verified before. Sellers also keep their stock and replies.
create view acting_records as
  select user_id, 'pet_owner'::text as record, id as record_id from pet_owners
  union all
  select user_id, 'veterinary_doctor'::text, id from veterinary_doctors v
   where verification_status = 'verified'
      or (verification_status = 'submitted' and facts_verified_at is not null and was_verified('veterinary_doctor', v.id))
  union all
  select user_id, 'pet_sitter'::text, id from pet_sitters where verification_status <> 'suspended'
  union all
  select user_id, 'pet_trainer'::text, id from pet_trainers where verification_status <> 'suspended'
  union all
  select user_id, 'pet_stylist'::text, id from pet_stylists where verification_status <> 'suspended'
  union all
  select user_id, 'pharmacist'::text, id from pharmacists p
   where verification_status = 'verified'
      or (verification_status = 'submitted' and facts_verified_at is not null and was_verified('pharmacist', p.id))
  union all
  select user_id, 'supplier'::text, id from suppliers s
   where verification_status = 'verified'
      or (verification_status = 'submitted' and facts_verified_at is not null and was_verified('supplier', s.id));

-- Providers who may not act now. Their owners take a full refund, and nothing is collected for them.
create view barred_providers as
  select p.id, p.trade, p.user_id from providers p
   where p.verification_status <> 'verified'
     and not exists (select from acting_records r where r.record_id = p.id);

-- Rejected and suspended records are never listed; regulated trades are listed once verified, the others once nothing
-- is missing.
create view role_records as
  select 'pet_owner'::text as record, o.id as record_id, o.user_id, u.name as display_name,
         'verified'::text as verification_status, false as is_regulated
    from pet_owners o join users u on u.id = o.user_id
  union all
  select 'veterinary_doctor', id, user_id, full_name, verification_status, true from veterinary_doctors
  union all
  select 'pet_sitter', id, user_id, full_name, verification_status, false from pet_sitters
  union all
  select 'pet_trainer', id, user_id, full_name, verification_status, false from pet_trainers
  union all
  select 'pet_stylist', id, user_id, full_name, verification_status, false from pet_stylists
  union all
  select 'pharmacist', id, user_id, full_name, verification_status, true from pharmacists
  union all
  select 'supplier', id, user_id, business_name, verification_status, true from suppliers;

-- Facts that a record lacks for submission, by the names in `requirements` of src/verification/rules.ts.
create view record_requirements as
  select 'veterinary_doctor'::text as record, id as record_id, user_id, array_remove(array[
           case when registration_council is null then 'registration_council' end,
           case when phone_number is null then 'phone_number' end,
           case when not exists (select from verification_documents d
                                  where d.record = 'veterinary_doctor' and d.record_id = v.id) then 'document' end
         ], null) as missing
    from veterinary_doctors v
  union all
  select 'pet_sitter', id, user_id, array_remove(array[
           case when cardinality(services) = 0 then 'services' end,
           case when hourly_rate is null then 'hourly_rate' end,
           case when location is null then 'location' end,
           case when experience_years is null then 'experience_years' end
         ], null)
    from pet_sitters
  union all
  select 'pet_trainer', id, user_id, array_remove(array[
           case when hourly_rate is null then 'hourly_rate' end,
           case when cardinality(specializations) = 0 then 'specializations' end
         ], null)
    from pet_trainers
  union all
  select 'pet_stylist', id, user_id, array_remove(array[
           case when hourly_rate is null then 'hourly_rate' end,
           case when cardinality(specializations) = 0 then 'specializations' end
         ], null)
    from pet_stylists
  union all
  select 'pharmacist', id, user_id, '{}'::text[] from pharmacists
  union all
  select 'supplier', id, user_id, '{}'::text[] from suppliers;

-- Facts that an admin checks. Changing one in `licence` needs another verification.
create view record_facts as
  select 'veterinary_doctor'::text as record, id as record_id,
         jsonb_build_object('full_name', full_name, 'license_id', license_id,
           'registration_council', registration_council) as licence,
         jsonb_build_object('specialization', specialization, 'location', location, 'phone_number', phone_number) as facts
    from veterinary_doctors
  union all
  select 'pet_sitter', id, jsonb_build_object('full_name', full_name),
         jsonb_build_object('location', location, 'experience_years', experience_years, 'services', services,
           'home_kind', home_kind)
    from pet_sitters
  union all
  select 'pet_trainer', id, jsonb_build_object('full_name', full_name),
         jsonb_build_object('location', location, 'years_experience', years_experience,
           'specializations', specializations)
    from pet_trainers
  union all
  select 'pet_stylist', id, jsonb_build_object('full_name', full_name),
         jsonb_build_object('location', location, 'years_experience', years_experience,
           'specializations', specializations)
    from pet_stylists
  union all
  select 'pharmacist', id,
         jsonb_build_object('full_name', full_name, 'registration_number', registration_number,
           'shop_license_number', shop_license_number),
         jsonb_build_object('shop_address', shop_address)
    from pharmacists
  union all
  select 'supplier', id, jsonb_build_object('business_name', business_name, 'gstin', gstin),
         jsonb_build_object('pickup_address', pickup_address)
    from suppliers;

-- Records waiting for an admin. Each part has an index of just these rows, in the order of the queue.
create view verification_queue as
  select 'veterinary_doctor'::text as record, id as record_id, user_id, full_name as display_name, submitted_at as waiting_since
    from veterinary_doctors where verification_status = 'submitted'
  union all
  select 'pet_sitter', id, user_id, full_name, submitted_at from pet_sitters where verification_status = 'submitted'
  union all
  select 'pet_trainer', id, user_id, full_name, submitted_at from pet_trainers where verification_status = 'submitted'
  union all
  select 'pet_stylist', id, user_id, full_name, submitted_at from pet_stylists where verification_status = 'submitted'
  union all
  select 'pharmacist', id, user_id, full_name, submitted_at from pharmacists where verification_status = 'submitted'
  union all
  select 'supplier', id, user_id, business_name, submitted_at from suppliers where verification_status = 'submitted';

-- Not grouped, so that a query for one user can use the indexes of both parts.
create view suspensions as
  select id as user_id, suspended_at as since from users where suspended_at is not null
  union all
  select user_id, record_suspended_since('veterinary_doctor', id) from veterinary_doctors
   where verification_status = 'suspended'
  union all
  select user_id, record_suspended_since('pet_sitter', id) from pet_sitters where verification_status = 'suspended'
  union all
  select user_id, record_suspended_since('pet_trainer', id) from pet_trainers where verification_status = 'suspended'
  union all
  select user_id, record_suspended_since('pet_stylist', id) from pet_stylists where verification_status = 'suspended'
  union all
  select user_id, record_suspended_since('pharmacist', id) from pharmacists where verification_status = 'suspended'
  union all
  select user_id, record_suspended_since('supplier', id) from suppliers where verification_status = 'suspended';

-- Money that was not released before a payee's suspension is held back until it is lifted. The earliest suspension
-- counts: a later one, of another record or of the account, releases nothing.
create view payee_suspensions as
  select user_id, min(since) as since from suspensions group by user_id;

-- Each trade's records as `providers` keeps them. Stylists are paid at the visit, so they have the standard policy. The requirements
-- of trainers and stylists are repeated from record_requirements, because this is read at every save; a test compares.
create view provider_records as
  select 'veterinary'::text as trade, id, user_id, regexp_replace(full_name, '^dr\y\.?\s*', '', 'i') as full_name,
         case when full_name = 'Former user' then full_name
              else 'Dr. ' || regexp_replace(full_name, '^dr\y\.?\s*', '', 'i') end as addressed_as,
         array[specialization] as specialities, location, phone_number, license_id as registration_number,
         profile_image_url, consultation_fee as price, null::integer as night_price, currency, refund_policy, offers_in_person,
         offers_teleconsultation as offers_online, false as comes_to_owner, time_zone, minimum_notice_minutes,
         buffer_minutes, verification_status, true as is_regulated, true as is_complete, '{}'::text[] as traits,
         null::integer as experience_years, null::integer as max_pets,
         has_confirmed_contact(user_id) as is_confirmed
    from veterinary_doctors
  union all
  select 'training', id, user_id, full_name, full_name, specializations, location, null, null, profile_image_url,
         hourly_rate, null, currency, refund_policy, offers_in_person, offers_online, comes_to_owner, time_zone,
         minimum_notice_minutes, buffer_minutes, verification_status, false, hourly_rate is not null and cardinality(specializations) > 0, '{}', null, null, has_confirmed_contact(user_id)
    from pet_trainers
  union all
  select 'styling', id, user_id, full_name, full_name, specializations, location, null, null, profile_image_url,
         hourly_rate, null, currency, 'standard', true, false, comes_to_owner, time_zone, minimum_notice_minutes,
         buffer_minutes, verification_status, false, hourly_rate is not null and cardinality(specializations) > 0, '{}', null,
         max_pets, has_confirmed_contact(user_id)
    from pet_stylists
  union all
  select 'sitting', id, user_id, full_name, full_name,
         array(select sitting_service_name(s.service) from unnest(services) with ordinality s (service, place) order by place),
         location, null, null, profile_image_url, hourly_rate,
         case when 'hostel-checkin' = any(services) then coalesce(nightly_rate, hourly_rate * 8) end, currency, cancellation_policy, true, false, false, time_zone,
         minimum_notice_minutes, 0, verification_status, false,
         hourly_rate is not null and location is not null and experience_years is not null and cardinality(services) > 0,
         services || sizes_accepted || case when has_own_pets then '{}' else array['no-own-pets'] end
           || case when has_children then '{}' else array['no-children'] end
           || case when has_garden then array['garden'] else '{}' end, experience_years, max_pets, has_confirmed_contact(user_id)
    from pet_sitters;

create view calendar_hours as
  select 'veterinary'::text as trade, veterinary_id as provider_id, id as schedule_id, day_of_week, schedule_date,
         is_available, start_time, end_time, slot_duration_minutes
    from veterinary_schedules
  union all
  select 'training', pet_trainer_id, id, day_of_week, schedule_date,
         is_available, start_time, end_time, slot_duration_minutes
    from pet_trainer_schedules
  union all
  select 'styling', pet_stylist_id, id, day_of_week, schedule_date,
         is_available, start_time, end_time, slot_duration_minutes
    from pet_stylist_schedules
  union all
  select 'sitting', pet_sitter_id, id, day_of_week, schedule_date,
         is_available, start_time, end_time, slot_duration_minutes
    from pet_sitter_schedules;

-- With the date, so that a day's slots read the breaks of that day and of the week only.
create view calendar_breaks as
  select 'veterinary'::text as trade, s.veterinary_id as provider_id, b.schedule_id, b.start_time, b.end_time, s.day_of_week, s.schedule_date
    from veterinary_breaks b join veterinary_schedules s on s.id = b.schedule_id
  union all
  select 'training', s.pet_trainer_id, b.schedule_id, b.start_time, b.end_time, s.day_of_week, s.schedule_date
    from pet_trainer_breaks b join pet_trainer_schedules s on s.id = b.schedule_id
  union all
  select 'styling', s.pet_stylist_id, b.schedule_id, b.start_time, b.end_time, s.day_of_week, s.schedule_date
    from pet_stylist_breaks b join pet_stylist_schedules s on s.id = b.schedule_id
  union all
  select 'sitting', s.pet_sitter_id, b.schedule_id, b.start_time, b.end_time, s.day_of_week, s.schedule_date
    from pet_sitter_breaks b join pet_sitter_schedules s on s.id = b.schedule_id;

create view calendar_holidays as
  select 'veterinary'::text as trade, veterinary_id as provider_id, start_date, end_date, reason
    from veterinary_holidays
  union all
  select 'training', pet_trainer_id, start_date, end_date, reason from pet_trainer_holidays
  union all
  select 'styling', pet_stylist_id, start_date, end_date, reason from pet_stylist_holidays
  union all
  select 'sitting', pet_sitter_id, start_date, end_date, reason from pet_sitter_holidays;

-- A provider's upcoming bookings in every trade, to find those that a change of hours would leave outside.
create view calendar_bookings as
  select a.trade, a.provider_id, a.id as booking_id, o.user_id as owner_user_id, a.starts_at, a.ends_at, a.status,
         a.nights is not null as is_stay, known_name(a.provider_user_id, u.id, u.name) as owner_name,
         (select string_agg(known_pet_name(a.provider_user_id, u.id, p.id, p.name), ', ' order by ap.position)
            from appointment_pets ap join pets p on p.id = ap.pet_id where ap.appointment_id = a.id) as pet_name
    from appointments a
    join pet_owners o on o.id = a.pet_owner_id
    join users u on u.id = o.user_id
   where a.status in ('pending', 'confirmed');

-- The trade's own part of each appointment. An expression for each trade rather than a union, of which a list would read
-- every part for each of its rows.
create view appointment_details as
  select a.id as appointment_id, case a.trade
    when 'veterinary' then (
      select jsonb_build_object('preferredContact', d.preferred_contact) from veterinary_details d where d.appointment_id = a.id)
    when 'training' then (
      select jsonb_build_object('sessionType', d.session_type) from training_details d where d.appointment_id = a.id)
    when 'styling' then (
      select jsonb_build_object('pets', jsonb_agg(jsonb_build_object('petId', p.pet_id,
               'service', d.service, 'coatNotes', d.coat_notes, 'biteNotes', d.bite_notes) order by d.position))
        from styling_details d
        left join appointment_pets p on p.appointment_id = d.appointment_id and p.position = d.position
       where d.appointment_id = a.id
      having count(*) > 0)
    when 'sitting' then (
      select jsonb_build_object('requestId', r.id, 'service', r.service_type,
               'schedule', r.schedule_type, 'startDate', r.start_date, 'endDate', r.end_date, 'daysOfWeek', to_jsonb(r.days_of_week),
               'startTime', to_char(r.start_time, 'HH24:MI'), 'endTime', to_char(r.end_time, 'HH24:MI'), 'isAsking', d.is_asking,
               'isAccepted', r.accepted_at is not null, 'hasEnded', r.ended_at is not null, 'care', r.special_care_instructions,
               'place', r.location, 'area', r.area, 'isOpen', a.status = 'pending', 'getsAlong', r.gets_along_with_other_dogs,
               'weights', case when a.status in ('pending', 'confirmed') then (
                 select jsonb_agg(jsonb_build_object('petId', p.id, 'pounds', p.pet_size_lbs))
                   from appointment_pets ap join pets p on p.id = ap.pet_id
                  where ap.appointment_id = a.id and p.pet_size_lbs is not null) end,
               'emergency', jsonb_build_object('name', r.emergency_name, 'phone', r.emergency_phone),
               -- The last ones suffice: they include those to come.
               'pauses', case when r.schedule_type = 'repeat-weekly' then (
                 select jsonb_agg(jsonb_build_object('id', p.id, 'startDate', p.start_date, 'endDate', p.end_date, 'by', p.made_by)
                                  order by p.start_date, p.id)
                   from (select * from sitting_pauses where request_id = r.id and resumed_at is null
                          order by end_date desc limit 10) p) end,
               'gaps', case when r.schedule_type = 'repeat-weekly' then (
                 select jsonb_agg(jsonb_build_object('day', g.day, 'reason', g.reason) order by g.day)
                   from (select * from sitting_gaps where request_id = r.id order by day desc limit 28) g
                  where not exists (select from sitting_pauses p where p.id = g.pause_id and p.resumed_at is null)) end)
        from sitting_details d join sitting_requests r on r.id = d.request_id where d.appointment_id = a.id)
    end as detail
    from appointments a;

-- The bookings for which an owner said that a pet has bitten, in every trade that asks.
create view told_bites as
  select p.pet_id, p.appointment_id
    from styling_details d join appointment_pets p on p.appointment_id = d.appointment_id and p.position = d.position
   where d.bite_notes is not null;

-- Incidents that stand, as other providers of the pet are warned of them: without the words and the name of the provider.
create view noted_incidents as
  select i.pet_id, i.appointment_id, i.kind, i.severity, (a.starts_at at time zone a.time_zone)::date as happened_on
    from incidents i join appointments a on a.id = i.appointment_id
   where i.removed_at is null;

-- The two sides of an appointment, with what messages, notices and notes need to know about it: how the sides address each
-- other, when it ends, and who signs with which number. `pet_id` is the first pet.
create view booking_parties as
  select a.trade, a.id as booking_id, 'owner'::text as side, o.user_id, p.full_name as with_name, a.starts_at, a.time_zone,
         a.status, a.phase, a.ends_at, p.addressed_as, ap.pet_id, p.full_name as provider_name,
         p.addressed_as as provider_addressed_as, p.registration_number, a.is_online, a.reason
    from appointments a
    join pet_owners o on o.id = a.pet_owner_id
    join providers p on p.id = a.provider_id
    left join appointment_pets ap on ap.appointment_id = a.id and ap.position = 1
  union all
  select a.trade, a.id, 'provider'::text, a.provider_user_id,
         coalesce(nullif(known_name(a.provider_user_id, u.id, u.name), ''), 'Former user'),
         a.starts_at, a.time_zone, a.status, a.phase, a.ends_at,
         coalesce(nullif(known_name(a.provider_user_id, u.id, u.name), ''), 'Former user'),
         ap.pet_id, p.full_name, p.addressed_as, p.registration_number, a.is_online, a.reason
    from appointments a
    join providers p on p.id = a.provider_id
    join pet_owners o on o.id = a.pet_owner_id
    join users u on u.id = o.user_id
    left join appointment_pets ap on ap.appointment_id = a.id and ap.position = 1;

create view provider_pages as
  select id as provider_id, jsonb_build_object('name', full_name, 'work', specialization, 'location', location,
           'hours', availability, 'phone', phone_number, 'registration', license_id, 'price', consultation_fee,
           'currency', currency, 'policy', refund_policy, 'picture', profile_image_url, 'bio', bio) as page
    from veterinary_doctors
  union all
  select id, jsonb_build_object('name', full_name, 'work', array_to_string(specializations, ', '), 'location', location,
           'visits', comes_to_owner, 'hours', availability, 'price', hourly_rate, 'currency', currency,
           'years', years_experience, 'policy', refund_policy, 'picture', profile_image_url, 'bio', bio)
    from pet_trainers
  union all
  select id, jsonb_build_object('name', full_name, 'work', array_to_string(specializations, ', '), 'location', location,
           'visits', comes_to_owner, 'hours', availability, 'price', hourly_rate, 'currency', currency,
           'years', years_experience, 'maxPets', max_pets, 'picture', profile_image_url, 'bio', bio)
    from pet_stylists
  union all
  select id, jsonb_build_object('name', full_name, 'work', array_to_string(services, ', '), 'location', location,
           'price', hourly_rate, 'nightPrice', nightly_rate, 'currency', currency, 'years', experience_years,
           'hours', availability, 'maxPets', max_pets, 'sizes', array_to_string(sizes_accepted, ', '), 'policy', cancellation_policy,
           'home', array_to_string(array[home_kind, case when has_garden then 'garden' end,
             case when has_own_pets then 'own pets' end, case when has_children then 'children' end,
             case when is_smoke_free then 'smoke-free' end], ', '),
           'picture', profile_image_url, 'photos', array_to_string(photos, ' '), 'bio', bio)
    from pet_sitters;
