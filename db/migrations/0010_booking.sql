-- One row for each time a provider is taken, by whatever trade. The constraint makes overlaps impossible: for races, for
-- bugs, and across trades. Lane 0 is the person; a sitter's places are lanes 1 and up. A hold that was not paid in time is
-- released by setting its lane to null, which conflicts with nothing.
create table calendar_holds (
  id uuid primary key,
  provider_user_id uuid not null references users (id) on delete cascade,
  lane integer default 0 check (lane >= 0),
  during tstzrange not null check (not isempty(during)),
  expires_at timestamptz,
  constraint "booking.slot_taken"
    exclude using gist (provider_user_id with =, lane with =, during with &&)
);
create index calendar_holds_expires_at on calendar_holds (provider_user_id, expires_at)
  where expires_at is not null and lane is not null;

-- Deletes the hold of a deleted appointment, whether it goes with its owner, with its provider or alone.
create function release_hold() returns trigger language plpgsql as $$
begin
  delete from calendar_holds where id = old.hold_id;
  return null;
end $$;

-- Who changed a booking, when, and why. Without a user or an admin, the system did. Sorted by the sequence, which is given
-- under the booking's lock; the time is the request's, which may have waited.
create table booking_changes (
  id uuid primary key,
  sequence bigint not null generated always as identity,
  trade text not null,
  booking_id uuid not null,
  from_status text,
  to_status text not null,
  actor_user_id uuid references users (id) on delete set null,
  reason text,
  changed_at timestamptz not null,
  -- The old and the new time of a booking that was rescheduled.
  moved_from timestamptz,
  moved_to timestamptz,
  -- The admin who corrected it.
  admin_id uuid references admin_users (id),
  check ((moved_from is null) = (moved_to is null)),
  check (admin_id is null or actor_user_id is null)
);
create index booking_changes_booking_id on booking_changes (booking_id, sequence);
create index booking_changes_actor on booking_changes (actor_user_id) where actor_user_id is not null;

-- The waitlist for fully booked days, with providers of any trade. It holds no time for anyone.
create table booking_waits (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  trade text not null check (trade in ('veterinary', 'training', 'styling')),
  provider_id uuid not null,
  -- On the provider's calendar.
  day date not null,
  asked_at timestamptz not null,
  -- When they were notified about a free time. They wait again only when they ask again.
  told_at timestamptz,
  unique (user_id, trade, provider_id, day)
);
create index booking_waits_open on booking_waits (trade, provider_id, day) where told_at is null;
create index booking_waits_day on booking_waits (day);
