-- What somebody was not mailed, because others had used up their share of the day's mails: one mail tells of it later.
create table unmailed_notices (
  user_id uuid primary key references users (id) on delete cascade,
  -- Of them, requests for an appointment.
  requests integer not null check (requests >= 0),
  notices integer not null check (notices >= requests and notices > 0),
  due_at timestamptz not null
);
create index unmailed_notices_due_at on unmailed_notices (due_at);
