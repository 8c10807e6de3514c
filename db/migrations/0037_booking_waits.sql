-- Who wants to know when a time of a fully booked day is free again, with a provider of any trade. Nothing is held for them.
create table booking_waits (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  trade text not null check (trade in ('veterinary', 'training', 'styling')),
  provider_id uuid not null,
  -- The provider's day.
  day date not null,
  asked_at timestamptz not null,
  -- Since when they know of a free time. They wait again only when they ask again.
  told_at timestamptz,
  unique (user_id, trade, provider_id, day)
);
create index booking_waits_open on booking_waits (trade, provider_id, day) where told_at is null;
create index booking_waits_day on booking_waits (day);
