create sequence contact_message_number as integer start 1001;

create table contact_messages (
  id uuid primary key,
  -- What the sender is told as the reference.
  number integer not null unique default nextval('contact_message_number'),
  name text not null,
  email text,
  phone text,
  topic text not null,
  message text not null,
  user_id uuid references users (id) on delete set null,
  created_at timestamptz not null,
  check (email is not null or phone is not null)
);
create index contact_messages_user_id on contact_messages (user_id);
