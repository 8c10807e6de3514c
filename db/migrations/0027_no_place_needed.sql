-- A trainer or stylist may go to the owner, or work online: the place is theirs to give. And what a record lacks is said in
-- one view alone, no longer in a column beside it.
create or replace view record_requirements as
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
  -- Of these every required field is not null.
  select 'pharmacist', id, user_id, '{}'::text[] from pharmacists
  union all
  select 'supplier', id, user_id, '{}'::text[] from suppliers;

drop view role_records;
-- Every record of a role someone has, whatever its state: what a profile page and the reviewer go by. Nobody is listed
-- whose record is rejected or suspended; regulated trades are listed only once verified, the others once nothing is missing.
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

-- Asked for every slot that is shown: what a trainer or stylist needs stands here once more, and a test compares.
create or replace view calendar_providers as
  select 'veterinary'::text as trade, id as provider_id, user_id as provider_user_id, time_zone,
         minimum_notice_minutes, buffer_minutes, verification_status = 'verified'
           and not exists (select from users u where u.id = user_id and u.leaving_since is not null) as listed
    from veterinary_doctors
  union all
  select 'training', id, user_id, time_zone, minimum_notice_minutes, buffer_minutes,
         hourly_rate is not null and cardinality(specializations) > 0
           and not exists (select from users u where u.id = user_id and u.leaving_since is not null)
           and (verification_status = 'verified'
           or (verification_status in ('draft', 'submitted') and not verification_is_demanded()))
    from pet_trainers
  union all
  select 'styling', id, user_id, time_zone, minimum_notice_minutes, buffer_minutes,
         hourly_rate is not null and cardinality(specializations) > 0
           and not exists (select from users u where u.id = user_id and u.leaving_since is not null)
           and (verification_status = 'verified'
           or (verification_status in ('draft', 'submitted') and not verification_is_demanded()))
    from pet_stylists;

alter table pet_sitters drop column is_complete;
alter table pet_trainers drop column is_complete;
alter table pet_stylists drop column is_complete;
