-- Since when a record that is suspended now has been; without a change on record, always.
create function record_suspended_since(of_record text, of_id uuid) returns timestamptz language sql stable
  return coalesce(
    (select c.changed_at from verification_changes c
      where c.record = of_record and c.record_id = of_id and c.to_status = 'suspended'
      order by c.sequence desc limit 1),
    to_timestamp(0));

create index veterinary_doctors_suspended on veterinary_doctors (user_id) where verification_status = 'suspended';
create index pet_sitters_suspended on pet_sitters (user_id) where verification_status = 'suspended';
create index pet_trainers_suspended on pet_trainers (user_id) where verification_status = 'suspended';
create index pet_stylists_suspended on pet_stylists (user_id) where verification_status = 'suspended';
create index pharmacists_suspended on pharmacists (user_id) where verification_status = 'suspended';
create index suppliers_suspended on suppliers (user_id) where verification_status = 'suspended';

-- Whoever is suspended now, once for their account and once for each record. Without a group, so that a plan can ask for one
-- user by the indexes.
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

-- The first of somebody's suspensions counts: a later one of another record, or of the whole account, releases nothing.
create or replace view payee_suspensions as
  select user_id, min(since) as since from suspensions group by user_id;
