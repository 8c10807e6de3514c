-- What a record still lacks before it can be handed in, in the words of `requirements` in src/verification/rules.ts.
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
           case when cardinality(specializations) = 0 then 'specializations' end,
           case when location is null then 'location' end
         ], null)
    from pet_trainers
  union all
  select 'pet_stylist', id, user_id, array_remove(array[
           case when hourly_rate is null then 'hourly_rate' end,
           case when cardinality(specializations) = 0 then 'specializations' end,
           case when location is null then 'location' end
         ], null)
    from pet_stylists
  union all
  -- Of these every required field is not null.
  select 'pharmacist', id, user_id, '{}'::text[] from pharmacists
  union all
  select 'supplier', id, user_id, '{}'::text[] from suppliers;

-- What an administrator checks. `licence` is the part that was verified: whoever changes it is checked again.
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

-- What waits for an administrator. Each part has an index of just these rows, in the order of the queue.
create view verification_queue as
  select 'veterinary_doctor'::text as record, id as record_id, user_id, full_name as display_name, updated_at as waiting_since
    from veterinary_doctors where verification_status = 'submitted'
  union all
  select 'pet_sitter', id, user_id, full_name, updated_at from pet_sitters where verification_status = 'submitted'
  union all
  select 'pet_trainer', id, user_id, full_name, updated_at from pet_trainers where verification_status = 'submitted'
  union all
  select 'pet_stylist', id, user_id, full_name, updated_at from pet_stylists where verification_status = 'submitted'
  union all
  select 'pharmacist', id, user_id, full_name, updated_at from pharmacists where verification_status = 'submitted'
  union all
  select 'supplier', id, user_id, business_name, updated_at from suppliers where verification_status = 'submitted';
