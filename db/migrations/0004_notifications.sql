create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- What it tells of, so that an event delivered twice tells once.
  source text not null,
  type text not null,
  title text not null,
  message text not null,
  -- Where a click leads (href), and what the row shows beside its text.
  metadata jsonb not null default '{}',
  related_report_id uuid,
  -- When it was received. A person's notifications are received one after another, never two at one moment.
  created_at timestamptz not null,
  unique (user_id, source),
  unique (user_id, created_at),
  unique (user_id, id)
);

-- A mark belongs to the person whose notification it marks.
create table user_notification_reads (
  user_id uuid not null,
  notification_id uuid not null,
  read_at timestamptz not null,
  primary key (user_id, notification_id),
  foreign key (user_id, notification_id) references notifications (user_id, id) on delete cascade
);

-- Everything received up to this moment is hidden.
create table user_cleared_notifications (
  user_id uuid not null references users (id) on delete cascade,
  cleared_at timestamptz not null,
  primary key (user_id, cleared_at)
);
