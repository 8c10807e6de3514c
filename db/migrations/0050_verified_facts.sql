-- Once a record has been verified, its columns say what was verified. A change of those facts waits as a proposal and
-- reaches the columns only with the next verification, so that no reader can show or sign with unchecked facts.
create table verification_proposals (
  record text not null check (record in
    ('veterinary_doctor', 'pet_sitter', 'pet_trainer', 'pet_stylist', 'pharmacist', 'supplier')),
  record_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  -- By the names of the columns: those of `licence` in the view record_facts.
  facts jsonb not null,
  proposed_at timestamptz not null,
  primary key (record, record_id)
);
create index verification_proposals_user_id on verification_proposals (user_id);

-- The desk refused a change, and what was verified before stays verified.
alter table verification_changes
  add column change_refused boolean not null default false,
  add check (not change_refused or (to_status = 'verified' and reason is not null));

-- Takes the names of the columns that are checked.
create function keep_verified_facts() returns trigger language plpgsql as $$
declare
  fact text;
begin
  if new.verification_status = 'verified' and new.facts_verified_at is null then
    new.facts_verified_at := now();
  end if;
  if tg_op = 'UPDATE' and old.facts_verified_at is not null
     and new.facts_verified_at is not distinct from old.facts_verified_at then
    foreach fact in array tg_argv loop
      if to_jsonb(new) -> fact is distinct from to_jsonb(old) -> fact then
        raise exception 'the verified % changes only by being verified', fact using errcode = '23514';
      end if;
    end loop;
  end if;
  return new;
end $$;

-- When the facts in the columns were verified; null until they have been for the first time.
alter table veterinary_doctors add column facts_verified_at timestamptz;
alter table pet_sitters add column facts_verified_at timestamptz;
alter table pet_trainers add column facts_verified_at timestamptz;
alter table pet_stylists add column facts_verified_at timestamptz;
alter table pharmacists add column facts_verified_at timestamptz;
alter table suppliers add column facts_verified_at timestamptz;

update veterinary_doctors set facts_verified_at = updated_at where verification_status = 'verified';
update pet_sitters set facts_verified_at = updated_at where verification_status = 'verified';
update pet_trainers set facts_verified_at = updated_at where verification_status = 'verified';
update pet_stylists set facts_verified_at = updated_at where verification_status = 'verified';
update pharmacists set facts_verified_at = updated_at where verification_status = 'verified';
update suppliers set facts_verified_at = updated_at where verification_status = 'verified';

alter table veterinary_doctors add check (verification_status <> 'verified' or facts_verified_at is not null);
alter table pet_sitters add check (verification_status <> 'verified' or facts_verified_at is not null);
alter table pet_trainers add check (verification_status <> 'verified' or facts_verified_at is not null);
alter table pet_stylists add check (verification_status <> 'verified' or facts_verified_at is not null);
alter table pharmacists add check (verification_status <> 'verified' or facts_verified_at is not null);
alter table suppliers add check (verification_status <> 'verified' or facts_verified_at is not null);

create trigger veterinary_doctors_keep_facts
  before insert or update of verification_status, full_name, license_id, registration_council on veterinary_doctors
  for each row execute function keep_verified_facts('full_name', 'license_id', 'registration_council');
create trigger pet_sitters_keep_facts
  before insert or update of verification_status, full_name on pet_sitters
  for each row execute function keep_verified_facts('full_name');
create trigger pet_trainers_keep_facts
  before insert or update of verification_status, full_name on pet_trainers
  for each row execute function keep_verified_facts('full_name');
create trigger pet_stylists_keep_facts
  before insert or update of verification_status, full_name on pet_stylists
  for each row execute function keep_verified_facts('full_name');
create trigger pharmacists_keep_facts
  before insert or update of verification_status, full_name, registration_number, shop_license_number on pharmacists
  for each row execute function keep_verified_facts('full_name', 'registration_number', 'shop_license_number');
create trigger suppliers_keep_facts
  before insert or update of verification_status, business_name, gstin on suppliers
  for each row execute function keep_verified_facts('business_name', 'gstin');

-- A vet whose change is being checked goes on only with verified facts. Whoever waits while this migration runs has
-- overwritten theirs, and acts again once checked.
create or replace view acting_records as
  select user_id, 'pet_owner'::text as record, id as record_id from pet_owners
  union all
  select user_id, 'veterinary_doctor'::text, id from veterinary_doctors v
   where verification_status = 'verified'
      or (verification_status = 'submitted' and facts_verified_at is not null and 'verified' = (
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
