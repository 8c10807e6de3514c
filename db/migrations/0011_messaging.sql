-- One thread for each appointment, pet report contact or meet & greet, created with its first message.
create table message_threads (
  id uuid primary key,
  booking_id uuid unique references appointments (id) on delete cascade,
  contact_id uuid unique,
  meet_greet_id uuid unique,
  -- The one of the three that is set.
  subject_id uuid generated always as (coalesce(booking_id, contact_id, meet_greet_id)) stored not null unique,
  -- The position of the last message. Adding one locks this row.
  last_position integer not null default 0 check (last_position >= 0),
  created_at timestamptz not null,
  check (num_nonnulls(booking_id, contact_id, meet_greet_id) = 1)
);

create table messages (
  id uuid primary key,
  thread_id uuid not null references message_threads (id) on delete cascade,
  position integer not null check (position >= 1),
  sender_id uuid not null references users (id) on delete cascade,
  -- Null for pictures alone, and after its sender's account was erased.
  text text check (char_length(text) between 1 and 2000),
  -- Contains a phone number, an address or a UPI id, sent before the booking was confirmed; about a pet report, also
  -- a code.
  has_contact boolean not null,
  created_at timestamptz not null,
  erased_at timestamptz,
  unique (thread_id, position),
  check (erased_at is null or text is null)
);
create index messages_sender_id on messages (sender_id);

create table message_pictures (
  upload_id uuid primary key references uploads (id) on delete cascade,
  message_id uuid not null references messages (id) on delete cascade,
  position smallint not null check (position between 1 and 6),
  unique (message_id, position)
);

-- Each side of a thread: the last message that they have read, and the number of unread ones.
create table message_readers (
  thread_id uuid not null references message_threads (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  read_position integer not null default 0 check (read_position >= 0),
  read_at timestamptz,
  unread integer not null default 0 check (unread >= 0),
  -- Set while they read as a message came: they're notified if they don't read on.
  to_be_told boolean not null default false,
  primary key (thread_id, user_id)
);
create index message_readers_unread on message_readers (user_id) where unread > 0;
create index message_readers_to_be_told on message_readers (read_at) where to_be_told;

create table message_blocks (
  blocker_id uuid not null references users (id) on delete cascade,
  blocked_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  -- The names that the blocked person and their pets had at the time. Names they choose later could carry messages to
  -- the blocker through lists and mails.
  blocked_name text not null,
  pet_names jsonb not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index message_blocks_blocked_id on message_blocks (blocked_id);

-- Returns the name of a person as `reader` knows them.
create function known_name(reader uuid, person uuid, name text) returns text language sql stable
  return coalesce((select b.blocked_name from message_blocks b where b.blocker_id = reader and b.blocked_id = person), name);

create function known_pet_name(reader uuid, person uuid, pet uuid, name text) returns text language sql stable
  return coalesce((
    select b.pet_names ->> pet::text from message_blocks b where b.blocker_id = reader and b.blocked_id = person), name);

-- A report about one message, about the other person, or, with a kind, about a provider's public profile or the other side
-- of a booking.
create table message_reports (
  id uuid primary key,
  thread_id uuid references message_threads (id) on delete set null,
  message_id uuid references messages (id) on delete set null,
  reporter_id uuid not null references users (id) on delete cascade,
  reported_id uuid not null references users (id) on delete cascade,
  provider_id uuid references providers (id) on delete set null,
  appointment_id uuid references appointments (id) on delete set null,
  kind text check (kind in ('misleading', 'not_as_agreed', 'unsafe', 'rude', 'paid_elsewhere', 'other')),
  reason text not null check (char_length(reason) between 1 and 1000),
  snapshot jsonb not null,
  evidence jsonb not null default '[]',
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid references admin_users (id),
  conclusion text check (char_length(conclusion) between 1 and 500),
  -- The reporter's part of the answer; the conclusion is for admins.
  outcome text check (outcome in ('acted', 'no_breach', 'unclear')),
  check (reporter_id <> reported_id),
  check (kind is not null or (provider_id is null and appointment_id is null)),
  check (num_nonnulls(provider_id, appointment_id) <= 1),
  check ((resolved_at is null) = (resolved_by is null)),
  check ((resolved_at is null) = (conclusion is null)),
  check ((resolved_at is null) = (outcome is null))
);
-- Without a thread, reports about different people are different reports. A person can be reported again once the report is
-- resolved; a message stays what it was.
create unique index "messaging.already_reported" on message_reports (reporter_id, reported_id, thread_id, message_id)
  nulls not distinct where kind is null and (resolved_at is null or message_id is not null);
create unique index "messaging.profile_already_reported" on message_reports (reporter_id, provider_id)
  where kind is not null and resolved_at is null;
create unique index "messaging.booking_already_reported" on message_reports (reporter_id, appointment_id)
  where kind is not null and resolved_at is null;
create index message_reports_waiting on message_reports (created_at, id) where resolved_at is null;
create index message_reports_done on message_reports (resolved_at desc, id desc) where resolved_at is not null;
create index message_reports_reported_id on message_reports (reported_id);
create index message_reports_appointment_id on message_reports (appointment_id) where appointment_id is not null;
create index message_reports_provider_id on message_reports (provider_id) where provider_id is not null;
