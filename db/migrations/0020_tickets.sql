-- Who takes part in a booking, on which side and with whom, in every trade: the migration of a trade that takes bookings
-- adds its own here.
create view booking_parties as
  select 'veterinary'::text as trade, a.id as booking_id, 'owner'::text as side, o.user_id, v.full_name as with_name,
         a.starts_at, a.time_zone, a.status
    from veterinary_appointments a
    join pet_owners o on o.id = a.pet_owner_id
    join veterinary_doctors v on v.id = a.veterinary_id
  union all
  select 'veterinary'::text, a.id, 'provider'::text, v.user_id, coalesce(nullif(u.name, ''), 'Former user'),
         a.starts_at, a.time_zone, a.status
    from veterinary_appointments a
    join veterinary_doctors v on v.id = a.veterinary_id
    join pet_owners o on o.id = a.pet_owner_id
    join users u on u.id = o.user_id;

-- A question of somebody with an account. Its number comes from the same series as that of a message of the contact page:
-- a reference means one thing.
create table support_tickets (
  id uuid primary key,
  number integer not null unique default nextval('contact_message_number'),
  user_id uuid not null references users (id) on delete cascade,
  topic text not null,
  -- What is about safety comes first, in the order of the desk.
  urgency smallint not null generated always as (case when topic = 'safety' then 0 else 1 end) stored,
  subject text not null check (char_length(subject) between 1 and 120),
  -- What it is about, if it is about a booking: one of the person's own, whatever became of it since.
  booking_trade text,
  booking_id uuid,
  -- open: it waits for us; answered: for them.
  status text not null check (status in ('open', 'answered', 'closed')),
  -- Since when they wait for us.
  waiting_since timestamptz,
  closed_at timestamptz,
  closed_by text check (closed_by in ('user', 'support')),
  created_at timestamptz not null,
  -- When something was last said or done.
  updated_at timestamptz not null,
  check ((booking_trade is null) = (booking_id is null)),
  check ((status = 'open') = (waiting_since is not null)),
  check ((status = 'closed') = (closed_at is not null)),
  check ((closed_at is null) = (closed_by is null))
);
create index support_tickets_user_id on support_tickets (user_id, updated_at desc, id desc);
create index support_tickets_waiting on support_tickets (urgency, waiting_since, id) where status = 'open';
create index support_tickets_done on support_tickets (updated_at desc, id desc) where status <> 'open';

create table support_ticket_messages (
  id uuid primary key,
  ticket_id uuid not null references support_tickets (id) on delete cascade,
  -- Given under the ticket's lock. A thread ends somewhere: what is left to say is another ticket.
  position integer not null check (position between 1 and 200),
  -- Null when the person wrote it.
  admin_id uuid references admin_users (id),
  text text not null check (char_length(text) between 1 and 5000),
  created_at timestamptz not null,
  unique (ticket_id, position)
);

create table support_ticket_files (
  upload_id uuid primary key references uploads (id) on delete cascade,
  message_id uuid not null references support_ticket_messages (id) on delete cascade,
  position smallint not null check (position between 1 and 5),
  unique (message_id, position)
);

-- A message of the contact page waits until somebody answered it: by mail from the desk, which keeps the words, or
-- otherwise.
alter table contact_messages
  add column urgency smallint not null generated always as (case when topic = 'safety' then 0 else 1 end) stored,
  add column answered_at timestamptz,
  add column answered_by uuid references admin_users (id),
  add column answer text check (char_length(answer) between 1 and 5000),
  add check ((answered_at is null) = (answered_by is null)),
  add check (answer is null or answered_at is not null);
create index contact_messages_waiting on contact_messages (urgency, created_at, id) where answered_at is null;
create index contact_messages_done on contact_messages (answered_at desc, id desc) where answered_at is not null;

alter table admin_audit_log
  drop constraint admin_audit_log_subject_kind_check,
  add check (subject_kind in ('user', 'admin', 'ticket', 'message'));
