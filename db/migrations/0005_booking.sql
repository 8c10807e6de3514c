-- One row for each time a provider is taken, by whatever trade. Two that overlap cannot both exist: not by a race, not
-- by a bug, not across trades. Lane 0 is the person; a sitter's places are lanes 1 and up. A hold whose time to be paid
-- ran out is released by taking its lane away (null conflicts with nothing).
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

-- Who changed a booking's status, when, and why; the actor is null when the system did.
-- Their order is the sequence's, given under the booking's lock; the time is that of the request, which may have waited.
create table booking_changes (
  id uuid primary key,
  sequence bigint not null generated always as identity,
  trade text not null,
  booking_id uuid not null,
  from_status text,
  to_status text not null,
  actor_user_id uuid references users (id) on delete set null,
  reason text,
  changed_at timestamptz not null
);
create index booking_changes_booking_id on booking_changes (booking_id, sequence);
