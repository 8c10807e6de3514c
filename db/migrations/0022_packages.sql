create table package_offers (
  id uuid primary key,
  trade text not null default 'training' check (trade = 'training'),
  provider_id uuid not null,
  provider_user_id uuid not null,
  title text not null check (char_length(title) between 1 and 80),
  sessions smallint not null check (sessions between 2 and 50),
  -- Empty for any type.
  session_types text[] not null default '{}' check (cardinality(session_types) <= 8)
    check (session_types <@ array['Basic Training', 'Obedience Training', 'Puppy Training', 'Agility Training',
      'Behavioral Modification', 'House Training', 'Socialization', 'Trick Training']),
  minutes smallint not null check (minutes between 30 and 240 and minutes % 30 = 0),
  -- The price of all sessions together, in minor units.
  price integer not null check (price >= sessions * 100),
  currency text not null,
  valid_for smallint not null check (valid_for between 1 and 730),
  valid_unit text not null check (valid_unit in ('days', 'months')),
  -- Grows with each change, so that a purchase names the terms that its owner has read.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  withdrawn_at timestamptz,
  foreign key (provider_id, provider_user_id, trade) references providers (id, user_id, trade) on delete cascade,
  check (valid_unit = 'days' or valid_for <= 24)
);
create index package_offers_provider on package_offers (provider_id, created_at, id);

create sequence package_number;

create table packages (
  id uuid primary key,
  -- 'PK-000042', for both sides and for Support.
  number bigint not null unique default nextval('package_number'),
  offer_id uuid not null references package_offers (id),
  pet_owner_id uuid not null references pet_owners (id) on delete cascade,
  trade text not null default 'training' check (trade = 'training'),
  provider_id uuid not null,
  provider_user_id uuid not null,
  title text not null,
  sessions smallint not null check (sessions between 2 and 50),
  session_types text[] not null check (session_types <@ array['Basic Training', 'Obedience Training',
    'Puppy Training', 'Agility Training', 'Behavioral Modification', 'House Training', 'Socialization', 'Trick Training']),
  minutes smallint not null,
  price integer not null check (price > 0),
  single_price integer not null check (single_price > 0),
  currency text not null,
  valid_for smallint not null,
  valid_unit text not null check (valid_unit in ('days', 'months')),
  time_zone text not null,
  status text not null check (status in ('unpaid', 'lapsed', 'active', 'expired', 'returned', 'ended')),
  -- Triggers on the uses keep it.
  balance smallint not null,
  -- The sessions that expired or were refunded.
  gone smallint not null default 0 check (gone >= 0),
  -- The price at which a return counts each session that was used; null where Support decided.
  refund_unit integer,
  reminded_days smallint,
  created_at timestamptz not null,
  paid_at timestamptz,
  expires_at timestamptz,
  closed_at timestamptz,
  foreign key (provider_id, provider_user_id, trade) references providers (id, user_id, trade) on delete cascade,
  constraint "packages.none_left" check (balance >= 0),
  check (balance + gone <= sessions),
  check ((paid_at is null) = (status in ('unpaid', 'lapsed'))),
  check ((expires_at is null) = (paid_at is null)),
  check ((closed_at is null) = (status in ('unpaid', 'active')))
);
create index packages_owner on packages (pet_owner_id, created_at desc, id desc);
create index packages_provider on packages (provider_user_id, created_at desc, id desc) where paid_at is not null;
create index packages_expiry on packages (expires_at) where status = 'active';
create index packages_offer on packages (offer_id);
-- A second click leads to the purchase that is already open.
create unique index "packages.already_buying" on packages (pet_owner_id, offer_id) where status = 'unpaid';

alter table payments
  add constraint payments_package_id_fkey foreign key (package_id) references packages (id);

-- 'back': the session may be booked again.
create table package_uses (
  id uuid primary key,
  package_id uuid not null references packages (id) on delete cascade,
  appointment_id uuid not null unique references appointments (id) on delete cascade,
  state text not null default 'booked' check (state in ('booked', 'used', 'back')),
  taken_at timestamptz not null,
  settled_at timestamptz,
  check ((settled_at is null) = (state = 'booked'))
);
create index package_uses_package_id on package_uses (package_id, taken_at desc, id desc);

-- Taking a session locks the package, so of two bookings that race for the last one, the second finds none.
create function take_session() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update packages k set balance = balance - 1
      from appointments a
     where k.id = new.package_id and k.status = 'active' and new.state = 'booked'
       and a.id = new.appointment_id and a.pet_owner_id = k.pet_owner_id and a.provider_id = k.provider_id;
    if not found then
      raise exception 'the package is not this booking''s' using errcode = '23514', constraint = 'packages.not_active';
    end if;
  elsif old.package_id <> new.package_id or old.appointment_id <> new.appointment_id or old.state = 'back' then
    raise exception 'a session that went back stays back' using errcode = '23514', constraint = 'package_uses_kept';
  elsif new.state = 'back' then
    update packages set balance = balance + 1 where id = new.package_id;
  end if;
  return null;
end $$;
create trigger package_uses_take after insert or update on package_uses
  for each row execute function take_session();

-- Each session can be booked, is booked or used, or is gone.
create function package_adds_up() returns trigger language plpgsql as $$
declare
  row jsonb := to_jsonb(coalesce(new, old));
  package uuid := row ->> case tg_table_name when 'packages' then 'id' else 'package_id' end;
begin
  if exists (
    select from packages k where k.id = package and k.sessions <> k.balance + k.gone + (
      select count(*) from package_uses u where u.package_id = k.id and u.state <> 'back')
  ) then
    raise exception 'the sessions of package % do not add up', package using errcode = '23514', constraint = 'packages_add_up';
  end if;
  return null;
end $$;
create constraint trigger packages_add_up after insert or update of balance, gone, sessions on packages
  deferrable initially deferred for each row execute function package_adds_up();
create constraint trigger package_uses_add_up after insert or update or delete on package_uses
  deferrable initially deferred for each row execute function package_adds_up();

create table package_changes (
  id uuid primary key,
  sequence bigint not null generated always as identity,
  package_id uuid not null references packages (id) on delete cascade,
  what text not null check (what in ('bought', 'paid', 'lapsed', 'extended', 'expired', 'returned', 'ended', 'refunded')),
  changed_by text not null check (changed_by in ('owner', 'provider', 'system', 'admin')),
  note text check (char_length(note) <= 500),
  changed_at timestamptz not null
);
create index package_changes_package_id on package_changes (package_id, sequence);
