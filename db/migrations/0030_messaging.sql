-- Until when the two sides of a booking may write depends on when it ended; and they address each other as the trade does,
-- a vet by their title.
create or replace view booking_parties as
  select 'veterinary'::text as trade, a.id as booking_id, 'owner'::text as side, o.user_id, v.full_name as with_name,
         a.starts_at, a.time_zone, a.status, a.ends_at,
         case when v.full_name = 'Former user' then v.full_name
              else 'Dr. ' || regexp_replace(v.full_name, '^dr\y\.?\s*', '', 'i') end as addressed_as
    from veterinary_appointments a
    join pet_owners o on o.id = a.pet_owner_id
    join veterinary_doctors v on v.id = a.veterinary_id
  union all
  select 'veterinary'::text, a.id, 'provider'::text, v.user_id, coalesce(nullif(u.name, ''), 'Former user'),
         a.starts_at, a.time_zone, a.status, a.ends_at, coalesce(nullif(u.name, ''), 'Former user')
    from veterinary_appointments a
    join veterinary_doctors v on v.id = a.veterinary_id
    join pet_owners o on o.id = a.pet_owner_id
    join users u on u.id = o.user_id;

-- One for each booking, from the first message on. Bookings of every trade have it, so there is no foreign key.
create table message_threads (
  id uuid primary key,
  trade text not null,
  booking_id uuid not null unique,
  -- The position of the last message; who adds one locks this row.
  last_position integer not null default 0 check (last_position >= 0),
  created_at timestamptz not null
);

create table messages (
  id uuid primary key,
  thread_id uuid not null references message_threads (id) on delete cascade,
  position integer not null check (position >= 1),
  sender_id uuid not null references users (id) on delete cascade,
  -- Null for pictures alone, and when the words went with whoever wrote them.
  text text check (char_length(text) between 1 and 2000),
  -- Whether a phone number, an address or a UPI id was sent before the booking was confirmed.
  has_contact boolean not null,
  created_at timestamptz not null,
  -- The words and pictures went with the account of whoever wrote them.
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

-- Each side of a thread: how far they have read, and how much they have not.
create table message_readers (
  thread_id uuid not null references message_threads (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  read_position integer not null default 0 check (read_position >= 0),
  read_at timestamptz,
  unread integer not null default 0 check (unread >= 0),
  -- They were reading when something came: they are told of it if they do not read on.
  to_be_told boolean not null default false,
  primary key (thread_id, user_id)
);
create index message_readers_unread on message_readers (user_id) where unread > 0;
create index message_readers_to_be_told on message_readers (read_at) where to_be_told;

-- Between two people, whatever they have booked.
create table message_blocks (
  blocker_id uuid not null references users (id) on delete cascade,
  blocked_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index message_blocks_blocked_id on message_blocks (blocked_id);

-- What somebody tells the desk of the other side: of one message, or of the person.
create table message_reports (
  id uuid primary key,
  thread_id uuid references message_threads (id) on delete set null,
  message_id uuid references messages (id) on delete set null,
  reporter_id uuid not null references users (id) on delete cascade,
  reported_id uuid not null references users (id) on delete cascade,
  reason text not null check (char_length(reason) between 1 and 500),
  -- What was said last, as it was then: [{ by, text, at, pictures }].
  snapshot jsonb not null,
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid references admin_users (id),
  conclusion text check (char_length(conclusion) between 1 and 500),
  constraint "messaging.already_reported" unique nulls not distinct (reporter_id, thread_id, message_id),
  check (reporter_id <> reported_id),
  check ((resolved_at is null) = (resolved_by is null)),
  check ((resolved_at is null) = (conclusion is null))
);
create index message_reports_waiting on message_reports (created_at, id) where resolved_at is null;
create index message_reports_done on message_reports (resolved_at desc, id desc) where resolved_at is not null;
create index message_reports_reported_id on message_reports (reported_id);

-- What told of a thread is read once the thread is.
create index notifications_thread on notifications (user_id, (metadata ->> 'thread_id'))
  where metadata ->> 'thread_id' is not null;

alter table admin_audit_log
  drop constraint admin_audit_log_subject_kind_check,
  add check (subject_kind in ('user', 'admin', 'ticket', 'message', 'report'));
