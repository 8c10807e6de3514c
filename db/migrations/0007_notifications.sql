create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- The event and its subject, so that an event delivered twice notifies once.
  source text not null,
  type text not null,
  title text not null,
  message text not null,
  metadata jsonb not null default '{}',
  related_report_id uuid,
  -- No two notifications of a user share a moment.
  created_at timestamptz not null,
  -- False when it went out only by mail, push or text. The row is kept so that an event delivered again doesn't send it again.
  in_bell boolean not null default true,
  unique (user_id, source),
  unique (user_id, created_at),
  unique (user_id, id)
);
create index notifications_created_at on notifications (created_at);
create index notifications_appointment on notifications (user_id, (metadata ->> 'appointment_id'))
  where metadata ->> 'appointment_id' is not null;
create index notifications_thread on notifications (user_id, (metadata ->> 'thread_id'))
  where metadata ->> 'thread_id' is not null;
-- Deleting a reporter's account takes their words out of others' notifications.
create index notifications_related_report on notifications (related_report_id) where related_report_id is not null;
create index notifications_match on notifications using gin (string_to_array(source, ':'))
  where starts_with(source, 'reports.match:');

-- The foreign key includes the user, so nobody can mark someone else's notification.
create table user_notification_reads (
  user_id uuid not null,
  notification_id uuid not null,
  read_at timestamptz not null,
  primary key (user_id, notification_id),
  foreign key (user_id, notification_id) references notifications (user_id, id) on delete cascade
);

create table user_cleared_notifications (
  user_id uuid not null references users (id) on delete cascade,
  cleared_at timestamptz not null,
  primary key (user_id, cleared_at)
);

-- A user's choices by kind and channel. Without a row, the product's default holds.
create table notification_choices (
  user_id uuid not null references users (id) on delete cascade,
  type text not null,
  channel text not null check (channel in ('bell', 'email', 'push', 'sms')),
  is_wanted boolean not null,
  pace text check (pace in ('at_once', 'daily', 'urgent')) check (pace is null or channel = 'email'),
  primary key (user_id, type, channel)
);

-- Notices that weren't mailed because their causers' share of the day's mails was used up. One later mail counts them.
create table unmailed_notices (
  user_id uuid primary key references users (id) on delete cascade,
  requests integer not null check (requests >= 0),
  notices integer not null check (notices >= requests and notices > 0),
  types text[] not null check (cardinality(types) > 0),
  is_urgent boolean not null,
  due_at timestamptz not null
);
create index unmailed_notices_due_at on unmailed_notices (due_at);

-- Without a row, mails come at once and without quiet hours. Clock times are in the user's time zone; a span may pass
-- midnight.
create table notification_timing (
  user_id uuid primary key references users (id) on delete cascade,
  mail_pace text not null check (mail_pace in ('at_once', 'daily', 'urgent')),
  quiet_from time,
  quiet_until time,
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from <> quiet_until)
);

-- Notifications whose mail, push or text waits: for the end of quiet hours, the daily mail, or for being read.
create table waiting_notices (
  notification_id uuid not null references notifications (id) on delete cascade,
  channel text not null check (channel in ('email', 'push', 'sms')),
  user_id uuid not null references users (id) on delete cascade,
  due_at timestamptz not null,
  is_urgent boolean not null,
  -- Events for the receiver's calendar, which are mailed even if the notification has been read.
  calendar jsonb check (calendar is null or channel = 'email'),
  primary key (notification_id, channel)
);
create index waiting_notices_due_at on waiting_notices (due_at);
create index waiting_notices_user on waiting_notices (user_id, due_at);

-- A browser's address for pushes. It belongs to a session, so that logging out ends it.
create table push_subscriptions (
  session_id uuid primary key references sessions (id) on delete cascade,
  id uuid not null unique,
  user_id uuid not null references users (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  failing_since timestamptz,
  created_at timestamptz not null
);
create index push_subscriptions_user on push_subscriptions (user_id);
