-- What a person chose to be told of, by kind and channel. Without a row it is as the product suggests.
create table notification_choices (
  user_id uuid not null references users (id) on delete cascade,
  type text not null,
  channel text not null check (channel in ('bell', 'email')),
  is_wanted boolean not null,
  primary key (user_id, type, channel)
);

-- One that went out by mail alone is kept too: delivered again, its event must not send it again.
alter table notifications add column in_bell boolean not null default true;

-- What tells of an appointment is read once its receiver has answered.
create index notifications_appointment on notifications (user_id, (metadata ->> 'appointment_id'))
  where metadata ->> 'appointment_id' is not null;

-- Who wants to hear when a service opens. `service` is its path in the route table.
create table service_wishes (
  user_id uuid not null references users (id) on delete cascade,
  service text not null check (char_length(service) between 2 and 100),
  created_at timestamptz not null,
  primary key (user_id, service)
);
create index service_wishes_service on service_wishes (service);

-- How many visits took place is counted for everyone to see.
create index veterinary_appointments_completed on veterinary_appointments (veterinary_id) where status = 'completed';
