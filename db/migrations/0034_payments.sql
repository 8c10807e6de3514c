-- How someone pays. The gateway keeps the card; `gateway_ref` is its name for it, and means nothing elsewhere.
create table payment_methods (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  method_type text not null check (method_type in ('card', 'upi')),
  card_brand text check (char_length(card_brand) <= 40),
  card_last_four text check (card_last_four ~ '^\d{4}$'),
  upi_id text check (char_length(upi_id) <= 322),
  is_default boolean not null default false,
  gateway text not null,
  gateway_ref text not null,
  created_at timestamptz not null,
  -- Removed ones stay for what was paid with them.
  removed_at timestamptz,
  unique (gateway, gateway_ref),
  check (case method_type when 'card' then card_last_four is not null else upi_id is not null end),
  check (removed_at is null or not is_default)
);
create unique index payment_methods_default on payment_methods (user_id) where is_default;
create index payment_methods_user_id on payment_methods (user_id, created_at) where removed_at is null;

-- Somebody adds a method on the gateway's own page.
create table payment_setups (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  method_type text not null check (method_type in ('card', 'upi')),
  upi_id text,
  gateway text not null,
  gateway_ref text,
  url text,
  status text not null check (status in ('open', 'done', 'failed')),
  payment_method_id uuid references payment_methods (id) on delete set null,
  looked_at timestamptz,
  created_at timestamptz not null,
  unique (gateway, gateway_ref)
);
create index payment_setups_user_id on payment_setups (user_id);
create index payment_setups_open on payment_setups (coalesce(looked_at, created_at)) where status = 'open';

create sequence receipt_number;

-- One thing to be paid for, whatever it takes to pay it: each try is an attempt.
create table payments (
  id uuid primary key,
  -- What it is for: exactly one thing, which is there before its payment is.
  appointment_id uuid not null unique references veterinary_appointments (id),
  payer_user_id uuid not null references users (id),
  payee_user_id uuid not null references users (id),
  amount integer not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  description text not null check (char_length(description) <= 200),
  status text not null
    check (status in ('created', 'pending', 'completed', 'failed', 'refunded', 'partially_refunded')),
  -- As the gateway told it once it was paid: 'card' or 'upi', and 'Visa •••• 4242'.
  payment_method text check (payment_method in ('card', 'upi', 'other')),
  method_label text,
  failure text,
  -- Until when it can be paid; null without an end.
  pay_by timestamptz,
  -- Since when it is known that this time is over.
  lapsed_at timestamptz,
  -- Since when what it was for is over: from then on, what still comes in goes back.
  closed_at timestamptz,
  completed_at timestamptz,
  receipt_number bigint unique,
  -- From when on the payee is paid out their part; null until what was paid for has happened.
  payable_from timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((completed_at is not null) = (status in ('completed', 'refunded', 'partially_refunded'))),
  check ((receipt_number is not null) = (completed_at is not null))
);
create index payments_payer on payments (payer_user_id, created_at desc, id desc);
create index payments_payee on payments (payee_user_id, completed_at desc, id desc) where completed_at is not null;
create index payments_pay_by on payments (pay_by)
  where lapsed_at is null and closed_at is null and completed_at is null and pay_by is not null;

-- What is to be collected by itself, when its time comes.
create table charges (
  id uuid primary key,
  payment_id uuid not null references payments (id) on delete cascade,
  payment_method_id uuid references payment_methods (id) on delete set null,
  amount integer not null check (amount > 0),
  currency text not null,
  charge_status text not null check (charge_status in ('pending', 'charged', 'failed', 'closed')),
  due_at timestamptz not null,
  -- Since when somebody is at work on it.
  begun_at timestamptz,
  failure text,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((settled_at is null) = (charge_status = 'pending'))
);
create unique index "payments.one_open_charge" on charges (payment_id) where charge_status = 'pending';
create index charges_payment_id on charges (payment_id);
create index charges_due on charges (due_at) where charge_status = 'pending';
create index charges_method on charges (payment_method_id) where charge_status = 'pending';

-- A try to pay: the gateway's page, or a charge without anyone there.
create table payment_attempts (
  id uuid primary key,
  payment_id uuid not null references payments (id) on delete cascade,
  charge_id uuid references charges (id) on delete cascade,
  payment_method_id uuid references payment_methods (id) on delete set null,
  gateway text not null,
  gateway_ref text,
  url text,
  status text not null check (status in ('open', 'pending', 'succeeded', 'failed', 'closed')),
  failure text,
  paid_at timestamptz,
  looked_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (gateway, gateway_ref),
  check ((settled_at is null) = (status in ('open', 'pending')))
);
-- Two that are open could both be paid.
create unique index "payments.one_open_attempt" on payment_attempts (payment_id) where status in ('open', 'pending');
create index payment_attempts_payment_id on payment_attempts (payment_id);
create index payment_attempts_look on payment_attempts (coalesce(looked_at, created_at)) where status in ('open', 'pending');
-- A payment that failed may still turn good for three days.
create index payment_attempts_late on payment_attempts (coalesce(looked_at, created_at))
  where status in ('failed', 'closed') and gateway_ref is not null;

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id) on delete cascade,
  attempt_id uuid not null references payment_attempts (id) on delete cascade,
  amount integer not null check (amount > 0),
  currency text not null,
  reason text not null check (char_length(reason) <= 200),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  -- The gateway refuses a name it has refused before.
  tries integer not null default 1,
  gateway_ref text,
  failure text,
  created_at timestamptz not null,
  looked_at timestamptz,
  settled_at timestamptz
);
create index refunds_payment_id on refunds (payment_id);
create index refunds_look on refunds (coalesce(looked_at, created_at)) where status <> 'succeeded';

create table payment_disputes (
  id uuid primary key,
  payment_id uuid not null references payments (id) on delete cascade,
  attempt_id uuid not null references payment_attempts (id) on delete cascade,
  gateway_ref text not null,
  amount integer not null check (amount > 0),
  status text not null check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null,
  settled_at timestamptz,
  unique (attempt_id, gateway_ref)
);
create index payment_disputes_payment_id on payment_disputes (payment_id);

-- Never more goes back than came in by an attempt, less what its payer's bank has taken back.
create function refuse_refund_of_more() returns trigger language plpgsql as $$
declare
  came_in integer;
  gone bigint;
begin
  select p.amount into came_in
    from payment_attempts a join payments p on p.id = a.payment_id
   where a.id = new.attempt_id and a.payment_id = new.payment_id and a.status = 'succeeded'
     for no key update of p;
  select coalesce(sum(amount), 0) into gone from refunds where attempt_id = new.attempt_id;
  if came_in is null or gone > came_in then
    raise exception 'more would be refunded than was paid' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger refunds_within_payment after insert or update of amount, attempt_id, payment_id on refunds
  for each row execute function refuse_refund_of_more();

-- What a provider was sent of what is theirs.
create table payouts (
  id uuid primary key,
  user_id uuid not null references users (id),
  amount integer not null check (amount > 0),
  currency text not null,
  reference text not null check (char_length(reference) between 1 and 120),
  paid_at timestamptz not null,
  created_at timestamptz not null
);
create index payouts_user_id on payouts (user_id, paid_at desc);

-- The one ledger. A transfer moves money between accounts; its entries sum to zero. Nothing in it is ever changed.
--   receivable  what a payer owes us          gateway   what the gateway holds for us
--   payable     what we owe a payee (−)       refundable  what we owe a payer back (−)
--   disputed    what a bank has taken back until it decides
create table ledger_transfers (
  id uuid primary key,
  kind text not null check (kind in
    ('charge', 'payment', 'late_payment', 'refund_owed', 'refund', 'dispute', 'dispute_won', 'dispute_lost', 'payout')),
  payment_id uuid references payments (id),
  -- The attempt, refund, dispute or payout it stands for: each is written once.
  source_id uuid not null,
  occurred_at timestamptz not null,
  unique (kind, source_id),
  check ((payment_id is null) = (kind = 'payout'))
);
create index ledger_transfers_payment_id on ledger_transfers (payment_id);

create table ledger_entries (
  id bigint primary key generated always as identity,
  transfer_id uuid not null references ledger_transfers (id),
  account text not null check (account in ('receivable', 'gateway', 'payable', 'refundable', 'disputed')),
  -- Whose account it is; the gateway and what is disputed are nobody's.
  user_id uuid references users (id),
  -- In minor units; positive is a debit.
  amount bigint not null check (amount <> 0),
  currency text not null,
  check ((user_id is null) = (account in ('gateway', 'disputed')))
);
create index ledger_entries_transfer_id on ledger_entries (transfer_id);
create index ledger_entries_user on ledger_entries (user_id, account) include (amount) where user_id is not null;

create function ledger_is_balanced() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_entries where transfer_id = new.transfer_id group by currency having sum(amount) <> 0
  ) then
    raise exception 'the entries of transfer % do not sum to zero', new.transfer_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_is_balanced();

create function ledger_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is not changed, only added to' using errcode = 'check_violation';
end $$;
create trigger ledger_entries_kept before update or delete on ledger_entries
  for each statement execute function ledger_is_kept();
create trigger ledger_transfers_kept before update or delete on ledger_transfers
  for each statement execute function ledger_is_kept();

-- Under the names they are spoken of: a teleconsultation's payment and its charge.
create view teleconsultation_payments as
  select id, appointment_id, amount, currency, payment_method, status as payment_status, created_at
    from payments;

create view teleconsultation_charges as
  select c.id, p.appointment_id, c.payment_method_id, c.amount, c.currency, c.charge_status, c.due_at, c.created_at
    from charges c join payments p on p.id = c.payment_id;

-- What is kept of a teleconsultation beside its payment.
alter table veterinary_appointments
  add constraint veterinary_appointments_payment_status_known check (payment_status in
    ('not_required', 'pending', 'completed', 'failed', 'refunded', 'partially_refunded')),
  add constraint veterinary_appointments_payment_said check (payment_required = (payment_status <> 'not_required')),
  add constraint veterinary_appointments_contact check (
    appointment_type = 'in_person' or (contact_method is not null and contact_link <> '')),
  add column refund_amount integer check (refund_amount >= 0);
