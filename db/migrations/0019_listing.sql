-- A vet whose change is being checked still answers for the visits already booked; the list is closed to them meanwhile.
create or replace view acting_records as
  select user_id, 'pet_owner'::text as record, id as record_id from pet_owners
  union all
  select user_id, 'veterinary_doctor'::text, id from veterinary_doctors v
   where verification_status = 'verified'
      or (verification_status = 'submitted' and 'verified' = (
            select from_status from verification_changes c
             where c.record = 'veterinary_doctor' and c.record_id = v.id and not c.with_account
             order by c.sequence desc limit 1))
  union all
  select user_id, 'pet_sitter'::text, id from pet_sitters where verification_status <> 'suspended'
  union all
  select user_id, 'pet_trainer'::text, id from pet_trainers where verification_status <> 'suspended'
  union all
  select user_id, 'pet_stylist'::text, id from pet_stylists where verification_status <> 'suspended'
  union all
  select user_id, 'pharmacist'::text, id from pharmacists where verification_status = 'verified'
  union all
  select user_id, 'supplier'::text, id from suppliers where verification_status = 'verified';

-- Who asked for their account to be deleted takes no new bookings.
create or replace view calendar_providers as
  select 'veterinary'::text as trade, id as provider_id, user_id as provider_user_id, time_zone,
         minimum_notice_minutes, buffer_minutes, verification_status = 'verified'
           and not exists (select from users u where u.id = user_id and u.leaving_since is not null) as listed
    from veterinary_doctors
  union all
  select 'training', id, user_id, time_zone, minimum_notice_minutes, buffer_minutes,
         is_complete and not exists (select from users u where u.id = user_id and u.leaving_since is not null)
           and (verification_status = 'verified'
           or (verification_status in ('draft', 'submitted') and not verification_is_demanded()))
    from pet_trainers
  union all
  select 'styling', id, user_id, time_zone, minimum_notice_minutes, buffer_minutes,
         is_complete and not exists (select from users u where u.id = user_id and u.leaving_since is not null)
           and (verification_status = 'verified'
           or (verification_status in ('draft', 'submitted') and not verification_is_demanded()))
    from pet_stylists;

-- The queue goes by when a record was handed in: whoever mends a word while waiting keeps their place.
alter table veterinary_doctors add column submitted_at timestamptz;
update veterinary_doctors set submitted_at = coalesce((
    select max(changed_at) from verification_changes c
     where c.record = 'veterinary_doctor' and c.record_id = veterinary_doctors.id and c.to_status = 'submitted'), updated_at)
 where verification_status = 'submitted';
alter table veterinary_doctors add check (verification_status <> 'submitted' or submitted_at is not null);
drop index veterinary_doctors_submitted;
create index veterinary_doctors_submitted on veterinary_doctors (submitted_at, id) where verification_status = 'submitted';

alter table pet_sitters add column submitted_at timestamptz;
update pet_sitters set submitted_at = coalesce((
    select max(changed_at) from verification_changes c
     where c.record = 'pet_sitter' and c.record_id = pet_sitters.id and c.to_status = 'submitted'), updated_at)
 where verification_status = 'submitted';
alter table pet_sitters add check (verification_status <> 'submitted' or submitted_at is not null);
drop index pet_sitters_submitted;
create index pet_sitters_submitted on pet_sitters (submitted_at, id) where verification_status = 'submitted';

alter table pet_trainers add column submitted_at timestamptz;
update pet_trainers set submitted_at = coalesce((
    select max(changed_at) from verification_changes c
     where c.record = 'pet_trainer' and c.record_id = pet_trainers.id and c.to_status = 'submitted'), updated_at)
 where verification_status = 'submitted';
alter table pet_trainers add check (verification_status <> 'submitted' or submitted_at is not null);
drop index pet_trainers_submitted;
create index pet_trainers_submitted on pet_trainers (submitted_at, id) where verification_status = 'submitted';

alter table pet_stylists add column submitted_at timestamptz;
update pet_stylists set submitted_at = coalesce((
    select max(changed_at) from verification_changes c
     where c.record = 'pet_stylist' and c.record_id = pet_stylists.id and c.to_status = 'submitted'), updated_at)
 where verification_status = 'submitted';
alter table pet_stylists add check (verification_status <> 'submitted' or submitted_at is not null);
drop index pet_stylists_submitted;
create index pet_stylists_submitted on pet_stylists (submitted_at, id) where verification_status = 'submitted';

alter table pharmacists add column submitted_at timestamptz;
update pharmacists set submitted_at = coalesce((
    select max(changed_at) from verification_changes c
     where c.record = 'pharmacist' and c.record_id = pharmacists.id and c.to_status = 'submitted'), updated_at)
 where verification_status = 'submitted';
alter table pharmacists add check (verification_status <> 'submitted' or submitted_at is not null);
drop index pharmacists_submitted;
create index pharmacists_submitted on pharmacists (submitted_at, id) where verification_status = 'submitted';

alter table suppliers add column submitted_at timestamptz;
update suppliers set submitted_at = coalesce((
    select max(changed_at) from verification_changes c
     where c.record = 'supplier' and c.record_id = suppliers.id and c.to_status = 'submitted'), updated_at)
 where verification_status = 'submitted';
alter table suppliers add check (verification_status <> 'submitted' or submitted_at is not null);
drop index suppliers_submitted;
create index suppliers_submitted on suppliers (submitted_at, id) where verification_status = 'submitted';

create or replace view verification_queue as
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

-- Why an account was suspended is for the desk alone; it stands with the account and in the desk's log.
update verification_changes set reason = null where with_account;
alter table verification_changes add check (not with_account or reason is null);

-- Of people who were erased while suspended, nothing is left either.
update users set suspended_at = null, suspended_reason = null where erased_at is not null;
alter table users add check (erased_at is null or (suspended_at is null and suspended_reason is null));
