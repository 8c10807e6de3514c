-- Reads the operator's setting, which each connection sets: whether trades that are listed without verification need
-- it too.
create function verification_is_demanded() returns boolean language sql stable
  return coalesce(current_setting('pawfolk.verify_all', true), 'off') = 'on';

create table verification_changes (
  id uuid primary key,
  sequence bigint not null generated always as identity,
  record text not null check (record in
    ('veterinary_doctor', 'pet_sitter', 'pet_trainer', 'pet_stylist', 'pharmacist', 'supplier')),
  record_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  from_status text not null check (from_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  to_status text not null check (to_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  -- Null when the provider made the change.
  admin_id uuid references admin_users (id),
  reason text check (char_length(reason) <= 500),
  changed_at timestamptz not null,
  -- Suspending a user suspends their records, because lists and calendars go by the records. Lifting the suspension
  -- restores just these. The reason is for admins only; it is kept with the account and in the audit log.
  with_account boolean not null default false,
  -- The earlier facts stay verified.
  change_refused boolean not null default false,
  check (not with_account or reason is null),
  check (not change_refused or (to_status = 'verified' and reason is not null))
);
create index verification_changes_record on verification_changes (record, record_id, sequence desc);
create index verification_changes_user_id on verification_changes (user_id);
create index verification_changes_admin_id on verification_changes (admin_id) where admin_id is not null;

create table verification_documents (
  upload_id uuid primary key references uploads (id) on delete cascade,
  record text not null check (record in
    ('veterinary_doctor', 'pet_sitter', 'pet_trainer', 'pet_stylist', 'pharmacist', 'supplier')),
  record_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null
);
create index verification_documents_record on verification_documents (record, record_id, created_at);
create index verification_documents_user_id on verification_documents (user_id);

-- Once a record has been verified, its columns hold the verified facts. A change waits here and reaches the columns only
-- with the next verification, so that no reader shows or signs with unchecked facts.
create table verification_proposals (
  record text not null check (record in
    ('veterinary_doctor', 'pet_sitter', 'pet_trainer', 'pet_stylist', 'pharmacist', 'supplier')),
  record_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  -- The columns' names are those of `licence` in the view record_facts.
  facts jsonb not null,
  proposed_at timestamptz not null,
  primary key (record, record_id)
);
create index verification_proposals_user_id on verification_proposals (user_id);

-- Takes the names of the columns that are verified.
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

-- Returns the beginning of a suspended record's suspension; without a recorded change, it has always been suspended.
create function record_suspended_since(of_record text, of_id uuid) returns timestamptz language sql stable
  return coalesce(
    (select c.changed_at from verification_changes c
      where c.record = of_record and c.record_id = of_id and c.to_status = 'suspended'
      order by c.sequence desc limit 1),
    to_timestamp(0));
