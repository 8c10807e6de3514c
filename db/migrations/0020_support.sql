-- Messages and tickets share one series of numbers, so that a reference means one thing.
create sequence contact_message_number as integer start 1001;

create table contact_messages (
  id uuid primary key,
  number integer not null unique default nextval('contact_message_number'),
  name text not null,
  email text,
  phone text,
  topic text not null check (topic in
    ('booking', 'order', 'account', 'pets', 'providers', 'safety', 'grievance', 'privacy', 'other')),
  message text not null,
  user_id uuid references users (id) on delete set null,
  created_at timestamptz not null,
  urgency smallint not null generated always as (case when topic = 'safety' then 0 else 1 end) stored,
  answered_at timestamptz,
  answered_by uuid references admin_users (id),
  -- Null when it was answered in another way than by mail.
  answer text check (char_length(answer) between 1 and 5000),
  check (email is not null or phone is not null),
  check ((answered_at is null) = (answered_by is null)),
  check (answer is null or answered_at is not null)
);
create index contact_messages_user_id on contact_messages (user_id);
create index contact_messages_waiting on contact_messages (urgency, created_at, id) where answered_at is null;
create index contact_messages_done on contact_messages (answered_at desc, id desc) where answered_at is not null;

create table support_tickets (
  id uuid primary key,
  number integer not null unique default nextval('contact_message_number'),
  user_id uuid not null references users (id) on delete cascade,
  topic text not null check (topic in
    ('booking', 'order', 'account', 'pets', 'providers', 'safety', 'grievance', 'privacy', 'other')),
  urgency smallint not null generated always as (case when topic = 'safety' then 0 else 1 end) stored,
  subject text not null check (char_length(subject) between 1 and 120),
  booking_id uuid references appointments (id) on delete set null,
  order_id uuid references orders (id) on delete set null,
  -- open: it waits for us; answered: for the user.
  status text not null check (status in ('open', 'answered', 'closed')),
  waiting_since timestamptz,
  closed_at timestamptz,
  closed_by text check (closed_by in ('user', 'support')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
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
  -- Assigned under the ticket's lock. A ticket has a maximum length; beyond it, people open a new one.
  position integer not null check (position between 1 and 200),
  -- Null for the user's messages.
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

-- People who asked to hear when a service opens. `service` is its path in the route table.
create table service_wishes (
  user_id uuid not null references users (id) on delete cascade,
  service text not null check (char_length(service) between 2 and 100),
  created_at timestamptz not null,
  primary key (user_id, service)
);
create index service_wishes_service on service_wishes (service);
