create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  type text not null,
  title text not null,
  message text not null,
  -- Where a click leads, and what the row shows beside its text.
  metadata jsonb not null default '{}',
  related_report_id uuid,
  created_at timestamptz not null default now()
);
create index notifications_user_id on notifications (user_id, created_at desc, id desc);

create table user_notification_reads (
  user_id uuid not null references users (id) on delete cascade,
  notification_id uuid not null references notifications (id) on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, notification_id)
);
create index user_notification_reads_notification_id on user_notification_reads (notification_id);

-- Everything received up to this moment is hidden.
create table user_cleared_notifications (
  user_id uuid not null references users (id) on delete cascade,
  cleared_at timestamptz not null default now(),
  primary key (user_id, cleared_at)
);
