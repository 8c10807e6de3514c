-- Appointments in every trade. Each trade keeps its own columns in its `…_details`, and the product's names for the
-- appointments of one trade are views over both.
create table appointments (
  id uuid primary key,
  trade text not null check (trade in ('veterinary', 'training', 'styling', 'sitting')),
  pet_owner_id uuid not null references pet_owners (id) on delete cascade,
  provider_id uuid not null,
  provider_user_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  time_zone text not null,
  status text not null
    check (status in ('pending', 'confirmed', 'completed', 'cancelled', 'declined', 'expired', 'no_show')),
  -- The state in words that every trade shares.
  phase text not null generated always as (case status
    when 'pending' then 'asked' when 'confirmed' then case when started_at is null then 'agreed' else 'under_way' end
    when 'completed' then 'done' else 'off' end) stored
    constraint appointments_phase_known check (phase in ('asked', 'agreed', 'under_way', 'done', 'off')),
  -- False for a request to a sitter until it is accepted.
  takes_time boolean not null default true,
  -- An unanswered request expires then; if null, when the appointment would end.
  answer_by timestamptz,
  -- Set in trades whose providers report the beginning.
  started_at timestamptz,
  -- Set for a stay, whose days end one by one, only if it was ended before its last day.
  stopped_at timestamptz,
  -- Set for stays, which have refunds of their own.
  nights smallint check (nights between 1 and 60),
  -- Shared by appointments that were requested together; null for one on its own.
  series_id uuid,
  -- Confirmed without asking the provider.
  is_instant boolean not null default false,
  is_online boolean not null default false,
  -- The provider may replace the link.
  contact_method text check (contact_method in ('whatsapp', 'zoom', 'google_meet')),
  contact_link text,
  address text check (char_length(address) between 1 and 500),
  terms_accepted_at timestamptz,
  reason text,
  -- In minor units, as booked; null without a price.
  price integer check (price >= 0),
  currency text not null,
  -- Copied when it's booked: a policy that the provider chooses later doesn't change it.
  refund_policy text not null check (refund_policy in ('flexible', 'standard', 'moderate', 'strict')),
  closing_reason text,
  cancelled_by text check (cancelled_by in ('owner', 'provider', 'system')),
  cancelled_at timestamptz,
  -- The start that decides the refund for cancelling: the earliest that its owner chose, or the later of that and a time that
  -- the provider proposed. Null if it was never moved.
  first_starts_at timestamptz,
  reschedules smallint not null default 0 check (reschedules between 0 and 2),
  -- The provider's proposals of another time, in all.
  proposals smallint not null default 0 check (proposals between 0 and 3),
  -- Until the owner's report is answered, the clock doesn't complete the appointment.
  absence_reported_at timestamptz,
  absence_answered_at timestamptz,
  -- The provider says that the owner agreed to a stay's early end: the claim waits for an administrator.
  early_end_disputed_at timestamptz,
  -- The owner can contest it for a day, and the payout waits as long.
  no_show_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (provider_id, provider_user_id, trade) references providers (id, user_id, trade) on delete cascade,
  check (starts_at < ends_at),
  check (takes_time or status <> 'confirmed'),
  check (started_at is null or status not in ('pending', 'declined', 'expired')),
  -- A sitter's booking can be ended without a visit card.
  check (stopped_at is null or started_at is not null or trade = 'sitting'),
  check (reschedules = 0 or first_starts_at is not null),
  check ((no_show_at is not null) = (status = 'no_show')),
  check ((cancelled_by is null) = (cancelled_at is null)),
  check (address is null or not is_online),
  check (early_end_disputed_at is null or (nights is not null and stopped_at <= absence_reported_at)),
  constraint appointments_contact check (not is_online or (contact_method is not null and contact_link <> ''))
);
create index appointments_owner on appointments (pet_owner_id, starts_at desc, id desc);
create index appointments_owner_trade on appointments (pet_owner_id, trade, starts_at desc, id desc);
create index appointments_provider on appointments (provider_user_id, starts_at desc, id desc);
-- Open appointments are few beside the past ones; lists of upcoming ones read only these.
create index appointments_owner_open on appointments (pet_owner_id, starts_at, id)
  where status in ('pending', 'confirmed');
create index appointments_provider_open on appointments (provider_user_id, starts_at, id)
  where status in ('pending', 'confirmed');
create index appointments_open on appointments (ends_at) where status in ('pending', 'confirmed');
create index appointments_series on appointments (series_id, starts_at, id) where series_id is not null;
-- A series of walks can go on for years; lists need only its next walk.
create index appointments_series_open on appointments (series_id, starts_at, id)
  where series_id is not null and status in ('pending', 'confirmed');
create index appointments_open_stays on appointments (starts_at)
  where status in ('pending', 'confirmed') and nights is not null;
create index appointments_to_answer on appointments (answer_by) where status = 'pending' and answer_by is not null;
create index appointments_completed on appointments (trade) where status = 'completed';
create index appointments_provider_requests on appointments (provider_user_id, created_at, id) where status = 'pending';
-- The response rate reads this index alone, because its condition is the query's.
create index appointments_provider_answers on appointments (provider_id, starts_at) include (status, cancelled_by, takes_time, answer_by)
  where status <> 'pending' and not is_instant and cancelled_by is distinct from 'owner'
    and (is_online and price > 0) is not true
    and (status <> 'expired' or takes_time or answer_by - created_at >= interval '24 hours');
create index appointments_absence on appointments (absence_reported_at)
  where absence_reported_at is not null and absence_answered_at is null;
create index appointments_disputed on appointments (early_end_disputed_at)
  where early_end_disputed_at is not null and absence_answered_at is null;

create table appointment_pets (
  appointment_id uuid not null references appointments (id) on delete cascade,
  pet_id uuid not null references pets (id) on delete cascade,
  position smallint not null default 1 check (position between 1 and 5),
  primary key (appointment_id, pet_id),
  unique (appointment_id, position)
);
create index appointment_pets_pet on appointment_pets (pet_id);

-- Another time that the provider proposed. Its owner takes it or keeps the booked one, which stays until then.
create table appointment_proposals (
  id uuid primary key,
  appointment_id uuid not null references appointments (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  time_zone text not null,
  note text check (char_length(note) between 1 and 500),
  proposed_at timestamptz not null,
  lapses_at timestamptz not null,
  -- Null while it is open. Overtaken: the appointment ended, or its owner moved it themselves.
  outcome text check (outcome in ('taken', 'refused', 'withdrawn', 'lapsed', 'overtaken')),
  ended_at timestamptz,
  check (starts_at < ends_at),
  check (proposed_at < lapses_at and lapses_at < starts_at),
  check ((outcome is null) = (ended_at is null))
);
create index appointment_proposals_appointment on appointment_proposals (appointment_id);
create unique index appointment_proposals_open on appointment_proposals (appointment_id) where outcome is null;
create index appointment_proposals_due on appointment_proposals (lapses_at) where outcome is null;

alter table calendar_holds
  add constraint calendar_holds_appointment_id_fkey foreign key (appointment_id) references appointments (id) on delete cascade,
  add constraint calendar_holds_proposed_for_fkey foreign key (proposed_for) references appointments (id) on delete cascade;
create index calendar_holds_appointment_id on calendar_holds (appointment_id);
create index calendar_holds_proposed_for on calendar_holds (proposed_for) where proposed_for is not null;

-- An appointment takes its provider's time exactly while its status says so: an ending one frees it here, and one that is
-- open without a hold is refused at the end of the transaction. A proposal ends with its appointment.
create function free_time_of_ended() returns trigger language plpgsql as $$
begin
  delete from calendar_holds where appointment_id = new.id or proposed_for = new.id;
  update appointment_proposals set outcome = 'overtaken', ended_at = new.updated_at
   where appointment_id = new.id and outcome is null;
  return null;
end $$;
create trigger appointments_free_time after update of status on appointments
  for each row when (old.status in ('pending', 'confirmed') and new.status not in ('pending', 'confirmed'))
  execute function free_time_of_ended();

create function refuse_open_without_hold() returns trigger language plpgsql as $$
begin
  if exists (select from appointments a
              where a.id = coalesce(new.id, old.id) and a.takes_time and a.status in ('pending', 'confirmed'))
     and not exists (select from calendar_holds h where h.appointment_id = coalesce(new.id, old.id)) then
    raise exception 'an open appointment holds its time' using errcode = '23514', constraint = 'appointments_hold';
  end if;
  return null;
end $$;
create constraint trigger appointments_hold after insert or update of status, takes_time on appointments
  deferrable initially deferred for each row when (new.takes_time and new.status in ('pending', 'confirmed'))
  execute function refuse_open_without_hold();

create function refuse_losing_hold() returns trigger language plpgsql as $$
begin
  if exists (select from appointments a where a.id = old.appointment_id and a.status in ('pending', 'confirmed')) then
    raise exception 'an open appointment holds its time' using errcode = '23514', constraint = 'appointments_hold';
  end if;
  return null;
end $$;
create constraint trigger calendar_holds_kept after delete on calendar_holds
  deferrable initially deferred for each row when (old.appointment_id is not null)
  execute function refuse_losing_hold();

-- An open proposal holds its time, too.
create function refuse_unheld_proposal() returns trigger language plpgsql as $$
begin
  if exists (select from appointment_proposals p where p.id = new.id and p.outcome is null)
     and not exists (select from calendar_holds h where h.proposed_for = new.appointment_id) then
    raise exception 'an open proposal holds its time' using errcode = '23514', constraint = 'appointment_proposals_hold';
  end if;
  return null;
end $$;
create constraint trigger appointment_proposals_hold after insert on appointment_proposals
  deferrable initially deferred for each row execute function refuse_unheld_proposal();

create function refuse_losing_proposed() returns trigger language plpgsql as $$
begin
  if exists (select from appointment_proposals p where p.appointment_id = old.proposed_for and p.outcome is null) then
    raise exception 'an open proposal holds its time' using errcode = '23514', constraint = 'appointment_proposals_hold';
  end if;
  return null;
end $$;
create constraint trigger calendar_holds_proposed_kept after delete on calendar_holds
  deferrable initially deferred for each row when (old.proposed_for is not null)
  execute function refuse_losing_proposed();

-- Sorted by the sequence, which is given under the appointment's lock. The time is the request's, which may have
-- waited for that lock.
create table appointment_changes (
  id uuid primary key,
  sequence bigint not null generated always as identity,
  appointment_id uuid not null references appointments (id) on delete cascade,
  from_status text check (from_status in
    ('pending', 'confirmed', 'completed', 'cancelled', 'declined', 'expired', 'no_show')),
  to_status text not null check (to_status in
    ('pending', 'confirmed', 'completed', 'cancelled', 'declined', 'expired', 'no_show')),
  actor_user_id uuid references users (id) on delete set null,
  reason text,
  changed_at timestamptz not null,
  moved_from timestamptz,
  moved_to timestamptz,
  -- Set where the statuses don't say what happened.
  what text check (what in ('ended_early', 'resumed', 'early_end_disputed', 'decided',
    'proposed', 'proposal_taken', 'proposal_refused', 'proposal_withdrawn', 'proposal_lapsed')),
  admin_id uuid references admin_users (id),
  check ((moved_from is null) = (moved_to is null)),
  check (admin_id is null or actor_user_id is null)
);
create index appointment_changes_appointment_id on appointment_changes (appointment_id, sequence);
create index appointment_changes_actor on appointment_changes (actor_user_id) where actor_user_id is not null;

-- Each reminder is sent once, and again after a reschedule.
create table appointment_reminders (
  appointment_id uuid not null references appointments (id) on delete cascade,
  hours_before smallint not null,
  starts_at timestamptz not null,
  sent_at timestamptz not null,
  primary key (appointment_id, hours_before, starts_at)
);

-- Returns the clock time at which an appointment ends; midnight is 24:00.
create function clock_of_end(starts_at timestamptz, ends_at timestamptz, zone text) returns time language sql stable
  return case when (ends_at at time zone zone)::date > (starts_at at time zone zone)::date
    then '24:00'::time else (ends_at at time zone zone)::time end;
