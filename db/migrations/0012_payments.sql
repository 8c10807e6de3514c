-- The gateway keeps the card; `gateway_ref` is the gateway's name for it.
create table payment_methods (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  method_type text not null check (method_type in ('card', 'upi')),
  card_brand text check (char_length(card_brand) <= 40),
  card_last_four text check (card_last_four ~ '^\d{4}$'),
  upi_id text check (char_length(upi_id) <= 322),
  is_default boolean not null default false,
  gateway text not null check (gateway in ('sandbox', 'stripe', 'razorpay')),
  gateway_ref text not null,
  created_at timestamptz not null,
  -- Removed methods stay for the payments made with them.
  removed_at timestamptz,
  unique (gateway, gateway_ref),
  -- Not every gateway tells the UPI ID of a mandate.
  check (method_type <> 'card' or card_last_four is not null),
  check (removed_at is null or not is_default)
);
create unique index payment_methods_default on payment_methods (user_id) where is_default;
create index payment_methods_user_id on payment_methods (user_id, created_at) where removed_at is null;

-- A user adding a method on the gateway's own page.
create table payment_setups (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  method_type text not null check (method_type in ('card', 'upi')),
  upi_id text,
  gateway text not null check (gateway in ('sandbox', 'stripe', 'razorpay')),
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

-- A payment is for one thing; each try to pay it is an attempt.
create table payments (
  id uuid primary key,
  appointment_id uuid unique references appointments (id),
  package_id uuid unique,
  order_id uuid unique,
  payer_user_id uuid not null references users (id),
  payee_user_id uuid references users (id),
  amount integer not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  description text not null check (char_length(description) <= 200),
  status text not null
    check (status in ('created', 'pending', 'completed', 'failed', 'refunded', 'partially_refunded')),
  -- Known once it was paid. The label is such as 'Visa •••• 4242'.
  payment_method text check (payment_method in ('card', 'upi', 'other')),
  method_label text,
  failure text,
  pay_by timestamptz,
  -- Set by the last sweep that saw the deadline pass.
  lapsed_at timestamptz,
  -- Money that arrives later goes back.
  closed_at timestamptz,
  completed_at timestamptz,
  receipt_number bigint unique,
  -- Null until the thing paid for has happened.
  payable_from timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The refund that the rules give once it is closed, including money that a bank has not decided about.
  refund_due integer,
  -- Earlier refunds are part of what was due at this moment; later ones of administrators come on top.
  due_at timestamptz,
  -- The tax in the price when it was agreed: a later rate changes no receipt.
  tax_percent numeric(4, 2) not null default 0 check (tax_percent between 0 and 50),
  gateway text check (gateway in ('sandbox', 'stripe', 'razorpay')),
  check ((completed_at is not null) = (status in ('completed', 'refunded', 'partially_refunded'))),
  check ((receipt_number is not null) = (completed_at is not null)),
  check (refund_due between 0 and amount),
  check ((gateway is not null) = (completed_at is not null)),
  check (num_nonnulls(appointment_id, package_id, order_id) = 1),
  check ((payee_user_id is null) = (order_id is not null)),
  -- A package's money is released in shares, an order's in parts.
  check (appointment_id is not null or payable_from is null)
);
create index payments_payer on payments (payer_user_id, created_at desc, id desc);
create index payments_payee on payments (payee_user_id, completed_at desc, id desc) where completed_at is not null;
create index payments_pay_by on payments (pay_by)
  where closed_at is null and completed_at is null and pay_by is not null;

-- Parts of a payment that are released to the payee one by one, as a package's sessions take place. Each has its
-- session's id.
create table payment_shares (
  id uuid primary key,
  payment_id uuid not null references payments (id) on delete cascade,
  amount integer not null check (amount >= 0),
  -- Null while a claim is open.
  payable_from timestamptz,
  created_at timestamptz not null
);
create index payment_shares_payment_id on payment_shares (payment_id);

-- Splits an order's payment among its sellers. Each row has the id of its order part.
create table payment_parts (
  id uuid primary key,
  payment_id uuid not null references payments (id) on delete cascade,
  payee_user_id uuid not null references users (id),
  amount integer not null check (amount > 0),
  -- The operator's share of `amount`; below zero if the operator adds more, as for a coupon.
  commission integer not null check (commission <= amount),
  -- The share of `amount` that commission applies to: discounted goods, without delivery.
  commissionable integer not null check (commissionable between 1 and amount),
  payable_from timestamptz,
  -- Owed back to the payer, also while their bank holds the money.
  refund_due integer not null default 0 check (refund_due between 0 and amount),
  due_at timestamptz,
  -- Parts that have arrived bear refunds of unknown parts last, the latest first.
  arrived_at timestamptz,
  -- The part's share of refunds that name no part, which later news may still change; then the share that the seller
  -- was told about, and since when.
  unplaced integer not null default 0,
  unplaced_told integer not null default 0,
  unplaced_at timestamptz,
  check ((due_at is not null) = (refund_due > 0))
);
create index payment_parts_payment_id on payment_parts (payment_id);
create index payment_parts_payee on payment_parts (payee_user_id, id);
create index payment_parts_untold on payment_parts (unplaced_at) where unplaced <> unplaced_told;

create function refuse_sharing_more() returns trigger language plpgsql as $$
declare
  paid integer;
begin
  select amount into paid from payments where id = new.payment_id and completed_at is not null for no key update;
  if paid is null or (select sum(amount) from payment_shares where payment_id = new.payment_id) > paid then
    raise exception 'more would be released than was paid' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger payment_shares_within_payment after insert or update of amount, payment_id on payment_shares
  for each row execute function refuse_sharing_more();

create table charges (
  id uuid primary key,
  payment_id uuid not null references payments (id) on delete cascade,
  payment_method_id uuid references payment_methods (id) on delete set null,
  amount integer not null check (amount > 0),
  currency text not null,
  charge_status text not null check (charge_status in ('pending', 'charged', 'failed', 'closed')),
  due_at timestamptz not null,
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

create table payment_attempts (
  id uuid primary key,
  payment_id uuid not null references payments (id) on delete cascade,
  charge_id uuid references charges (id) on delete cascade,
  payment_method_id uuid references payment_methods (id) on delete set null,
  gateway text not null check (gateway in ('sandbox', 'stripe', 'razorpay')),
  gateway_ref text,
  url text,
  status text not null check (status in ('open', 'pending', 'succeeded', 'failed', 'closed')),
  failure text,
  paid_at timestamptz,
  -- Taken from the payer: more than the payment's amount if they bore the gateway's fee, less with an offer of the operator's.
  captured integer check (captured > 0),
  -- The bank counts down to an automatic charge until then, and the booking is kept for that time.
  decides_by timestamptz,
  looked_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (gateway, gateway_ref),
  check ((settled_at is null) = (status in ('open', 'pending'))),
  check ((captured is not null) = (status = 'succeeded'))
);
-- Two open attempts could both be paid.
create unique index "payments.one_open_attempt" on payment_attempts (payment_id) where status in ('open', 'pending');
create index payment_attempts_payment_id on payment_attempts (payment_id);
create index payment_attempts_look on payment_attempts (coalesce(looked_at, created_at)) where status in ('open', 'pending');
-- A failed or closed attempt may still succeed for some days, also a charge that the gateway never answered.
create index payment_attempts_late on payment_attempts (coalesce(looked_at, created_at))
  where status in ('failed', 'closed') and (gateway_ref is not null or charge_id is not null);
-- Attempts with a former gateway wait until its keys are set again.
create index payment_attempts_gone on payment_attempts (coalesce(looked_at, created_at)) where failure = 'gateway_gone';

-- Tells whether a hold's time to pay is over with nothing on its way. A payment begun at the gateway keeps it for ten more
-- minutes. A sweep asks the gateway a last time and ends the appointment sooner, unless the bank is still deciding.
create function hold_has_lapsed(of_appointment uuid, expires_at timestamptz, at timestamptz) returns boolean
  language sql stable
  return expires_at <= at and not exists (
    select from payments p
     where p.appointment_id = of_appointment
       and (p.completed_at is not null or exists (
             select from payment_attempts t
              where t.payment_id = p.id and t.status in ('open', 'pending')
                and (expires_at > at - interval '10 minutes' or t.decides_by > at - interval '10 minutes'))));

-- Returns until when the payer's bank may still decide about a pending payment; null if none is pending.
create function undecided_until(of_appointment uuid) returns timestamptz
  language sql stable
  return (
    select t.decides_by + interval '10 minutes'
      from payments p join payment_attempts t on t.payment_id = p.id
     where p.appointment_id = of_appointment and t.status = 'pending');

-- Refunds beyond what cancellations owe: an administrator's, or the excess of a dashboard refund that the payer's bank returned.
create table refund_grants (
  id uuid primary key,
  payment_id uuid not null references payments (id) on delete cascade,
  attempt_id uuid not null references payment_attempts (id) on delete cascade,
  part_id uuid references payment_parts (id),
  amount integer not null check (amount > 0),
  reason text not null check (char_length(reason) <= 200),
  admin_id uuid references admin_users (id),
  -- A dispute after this moment may be about it.
  created_at timestamptz not null
);
create index refund_grants_payment_id on refund_grants (payment_id);
create index refund_grants_attempt_id on refund_grants (attempt_id);
create index refund_grants_part_id on refund_grants (part_id) where part_id is not null;

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id) on delete cascade,
  attempt_id uuid not null references payment_attempts (id) on delete cascade,
  part_id uuid references payment_parts (id),
  -- Null for one that follows from what is due, or that the operator made in the gateway's dashboard.
  grant_id uuid references refund_grants (id),
  amount integer not null check (amount > 0),
  currency text not null,
  reason text not null check (char_length(reason) <= 200),
  -- closed: the payer's bank took the money itself; returned: it came back, and another refund follows.
  status text not null check (status in ('pending', 'succeeded', 'failed', 'closed', 'returned')),
  -- Part of the name given to the gateway, which refuses a name it has refused before. 0 before it was sent.
  tries integer not null default 1,
  gateway_ref text,
  failure text,
  created_at timestamptz not null,
  looked_at timestamptz,
  settled_at timestamptz,
  -- Both sides are notified at the admin's decision, and not again when the refund is sent.
  admin_id uuid references admin_users (id),
  -- Set after a day of refusals or silence from the gateway, so that an admin decides.
  handed_over_at timestamptz,
  -- The reference of the operator's own bank transfer.
  paid_by_hand text check (char_length(paid_by_hand) between 1 and 120),
  is_from_dashboard boolean not null default false,
  -- The part of one from the dashboard that stood for what was owed when it was recorded.
  covers integer not null default 0 check (covers between 0 and amount and (covers = 0 or is_from_dashboard)),
  -- Waits for open disputes, since the payer's bank may pay it. Shown to nobody until then.
  waits boolean not null default false,
  check (not waits or status = 'failed'),
  check (paid_by_hand is null or status = 'succeeded')
);
create index refunds_payment_id on refunds (payment_id);
create index refunds_attempt_id on refunds (attempt_id);
create index refunds_grant_id on refunds (grant_id) where grant_id is not null;
create index refunds_part_id on refunds (part_id) where part_id is not null;
create index refunds_gateway_ref on refunds (gateway_ref) where gateway_ref is not null;
create index refunds_look on refunds (coalesce(looked_at, created_at))
  where status in ('pending', 'failed') and handed_over_at is null;
create index refunds_handed_over on refunds (created_at desc, id desc) where status = 'failed' and handed_over_at is not null;
create index refunds_sent on refunds (coalesce(looked_at, created_at)) where status in ('succeeded', 'closed', 'returned') and gateway_ref is not null;
create index refunds_at on refunds (created_at desc, id desc);

-- Computed (`allocate`) and rewritten with each event: shares of refunds that the gateway has, of returned ones
-- without a part, and of lost disputes.
create table refund_slices (
  -- The refund, grant or dispute.
  source_id uuid not null,
  part_id uuid not null references payment_parts (id) on delete cascade,
  amount integer not null check (amount > 0),
  primary key (source_id, part_id)
);
create index refund_slices_part_id on refund_slices (part_id);

create view part_refunds as
select s.part_id, s.source_id as refund_id, s.amount from refund_slices s
 where not exists (select from refunds r where r.grant_id = s.source_id and r.waits)
union all
select r.part_id, r.id, r.amount from refunds r
 where r.part_id is not null and not r.waits and (r.status = 'failed' or r.status = 'pending' and r.gateway_ref is null);

-- Returns what a part's refunds, sent or not, leave its seller. The commission goes back in proportion to what it applies to.
create function left_to_seller(part payment_parts) returns bigint language sql stable as $$
  select (part.amount - r.amount - part.commission
    + floor(part.commission::numeric * least(r.amount, part.commissionable) / part.commissionable + 0.5))::bigint
    from (
      select (select coalesce(sum(amount), 0) from refund_slices where part_id = part.id)
        + (select coalesce(sum(amount), 0) from refunds where part_id = part.id
            and (status = 'failed' or status = 'pending' and gateway_ref is null)) as amount) r
$$;

create table payment_disputes (
  id uuid primary key,
  payment_id uuid not null references payments (id) on delete cascade,
  attempt_id uuid not null references payment_attempts (id) on delete cascade,
  gateway_ref text not null,
  amount integer not null check (amount > 0),
  status text not null check (status in ('open', 'won', 'lost')),
  -- Rises when a decided dispute goes on, as an appeal or as pre-arbitration.
  round integer not null default 1,
  opened_at timestamptz not null,
  settled_at timestamptz,
  part_id uuid references payment_parts (id),
  -- Razorpay may list a lost dispute as a refund too; this is that refund's reference.
  refund_ref text,
  unique (attempt_id, gateway_ref)
);
create index payment_disputes_part_id on payment_disputes (part_id) where part_id is not null;
create index payment_disputes_payment_id on payment_disputes (payment_id);
create index payment_disputes_at on payment_disputes (opened_at desc, id desc);

-- An attempt's refunds never exceed what it brought in. Refunds that never reached the payer don't count, nor do those that the
-- operator paid by hand, because the dashboard may refund the same money.
create function refuse_refund_of_more() returns trigger language plpgsql as $$
declare
  came_in integer;
  gone bigint;
begin
  select a.captured into came_in
    from payment_attempts a join payments p on p.id = a.payment_id
   where a.id = new.attempt_id and a.payment_id = new.payment_id and a.status = 'succeeded'
     for no key update of p;
  select coalesce(sum(amount), 0) into gone
    from refunds where attempt_id = new.attempt_id and status not in ('closed', 'returned') and paid_by_hand is null;
  if came_in is null or gone > came_in then
    raise exception 'more would be refunded than was paid' using errcode = 'check_violation';
  end if;
  return null;
end $$;
-- Checked at commit, because a refund by hand is recorded before those that it covers are dropped.
create constraint trigger refunds_within_payment after insert or update of amount, attempt_id, payment_id on refunds
  deferrable initially deferred for each row execute function refuse_refund_of_more();

create table payouts (
  id uuid primary key,
  user_id uuid not null references users (id),
  amount integer not null check (amount > 0),
  currency text not null,
  reference text not null check (char_length(reference) between 1 and 120),
  paid_at timestamptz not null,
  created_at timestamptz not null,
  gateway text not null check (gateway in ('sandbox', 'stripe', 'razorpay'))
);
create index payouts_user_id on payouts (user_id, paid_at desc);

-- The one ledger. A transfer moves money between accounts, and its entries sum to zero. Nothing in it ever changes.
--   receivable  what a payer owes us          gateway     what the gateway holds for us
--   payable     what we owe a payee (−)       refundable  what we owe a payer back (−)
--   disputed    what a bank has taken back until it decides
--   bank        the operator's own bank account, which gets the gateway's settlements and pays providers
--   fees        what payers paid on top for the gateway's fees (−)
--   loss        what only we can bear, such as money that went back twice
--   commission  what the operator keeps of orders (−), less the discounts of coupons
--   gateway_fees, gateway_tax  what the gateway takes for its service, and the tax on it
--   adjustments what the gateway adds or takes for other reasons, such as reserves
create table ledger_transfers (
  id uuid primary key,
  kind text not null check (kind in
    ('charge', 'payment', 'late_payment', 'borne', 'refund', 'refund_returned',
     'dispute', 'dispute_won', 'dispute_lost', 'dispute_reopened', 'payout', 'gateway_fee', 'settlement', 'adjustment')),
  payment_id uuid references payments (id),
  -- The attempt, refund, dispute, payout or gateway movement it stands for; each is written once, a dispute once a
  -- round. 'borne' names the attempt, once for each change.
  source_id uuid not null,
  round integer not null default 1,
  occurred_at timestamptz not null,
  -- Sandbox money is owed to nobody once another gateway is in use.
  gateway text not null check (gateway in ('sandbox', 'stripe', 'razorpay')),
  unique (kind, source_id, round),
  check ((payment_id is null) = (kind in ('payout', 'gateway_fee', 'settlement', 'adjustment')))
);
create index ledger_transfers_payment_id on ledger_transfers (payment_id);
create index ledger_transfers_at on ledger_transfers (gateway, occurred_at);

create table ledger_entries (
  id bigint primary key generated always as identity,
  transfer_id uuid not null references ledger_transfers (id),
  account text not null check (account in ('receivable', 'gateway', 'payable', 'refundable', 'disputed', 'bank', 'fees', 'loss', 'commission',
    'gateway_fees', 'gateway_tax', 'adjustments')),
  user_id uuid references users (id),
  -- In minor units; positive is a debit.
  amount bigint not null check (amount <> 0),
  currency text not null,
  check ((user_id is null) = (account in ('gateway', 'disputed', 'bank', 'fees', 'loss', 'commission',
    'gateway_fees', 'gateway_tax', 'adjustments')))
);
create index ledger_entries_transfer_id on ledger_entries (transfer_id);
create index ledger_entries_user on ledger_entries (user_id, account) include (amount) where user_id is not null;

create index ledger_entries_gateway on ledger_entries (transfer_id) include (amount, currency) where account = 'gateway';
create index ledger_entries_gateway_id on ledger_entries (id) include (transfer_id, amount, currency) where account = 'gateway';

-- The gateway's own record of its balance, read once a day and compared with the ledger.
create table gateway_movements (
  -- Also the id of the ledger transfer that it led to, if any.
  id uuid primary key,
  gateway text not null check (gateway in ('sandbox', 'stripe', 'razorpay')),
  ref text not null,
  kind text not null check (kind in
    ('payment', 'refund', 'refund_returned', 'dispute', 'dispute_won', 'settlement', 'fee', 'tax', 'other')),
  -- In minor units, before the fee; negative if the gateway took it.
  amount bigint not null,
  -- Includes `tax`; negative if the gateway gave a fee back.
  fee bigint not null,
  tax bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  occurred_at timestamptz not null,
  -- The gateway's ids of the payment, and of the refund or dispute.
  payment_ref text,
  about_ref text,
  -- Our attempt, refund or dispute; null until it is known, or for money that isn't ours.
  about_id uuid,
  -- Counts its movements of this kind: a dispute may take the money more than once.
  nth integer,
  unique (gateway, ref),
  check ((about_id is null) = (nth is null))
);
create index gateway_movements_at on gateway_movements (gateway, occurred_at);
create unique index gateway_movements_about on gateway_movements (about_id, kind, nth) where about_id is not null;
create index gateway_movements_unknown on gateway_movements (gateway, payment_ref, occurred_at) where about_id is null;
create index payment_disputes_gateway_ref on payment_disputes (gateway_ref);

-- Each gateway's records are read up to `read_to`. Then its balance was `balance` by the gateway and `ours` by the ledger.
create table gateway_reads (
  gateway text primary key check (gateway in ('sandbox', 'stripe', 'razorpay')),
  read_at timestamptz not null,
  read_to timestamptz not null,
  currency text not null,
  balance bigint,
  ours bigint not null,
  -- The last other currency among the gateway's records: the account settles in it.
  other_currency text check (other_currency ~ '^[A-Z]{3}$'),
  -- The ledger's sum up to an entry, so that each read adds only later ones.
  counted bigint not null default 0,
  counted_to bigint not null default 0,
  -- An entry to count up to once no transaction can still add one before it.
  seen_to bigint not null default 0,
  seen_at timestamptz
);

-- Each movement at a gateway beside what the ledger has for it, and what only the ledger has. In minor units, after fees.
create view gateway_lines as
select m.gateway, m.currency, m.occurred_at as at, m.id, m.kind, m.ref, m.payment_ref, m.about_ref, m.amount - m.fee as theirs,
       m.fee, m.tax,
       coalesce((select sum(e.amount) from ledger_entries e
                  where e.transfer_id in (m.id, t.id) and e.account = 'gateway'), 0)::bigint as ours,
       t.payment_id,
       -- Paid and refunded without us, like the amount that saving a method costs.
       m.about_id is null and m.payment_ref is not null and (
         select sum(o.amount) = 0 from gateway_movements o
          where o.about_id is null and o.gateway = m.gateway and o.payment_ref = m.payment_ref) as is_undone
  from gateway_movements m
  left join lateral (
    select l.id, l.payment_id from ledger_transfers l
     where l.source_id = m.about_id
       and l.kind = any (case m.kind when 'payment' then array['payment', 'late_payment'] else array[m.kind] end)
     order by l.round offset m.nth - 1 limit 1) t on m.about_id is not null
union all
select t.gateway, e.currency, t.occurred_at, t.id, case t.kind when 'late_payment' then 'payment' else t.kind end, null, null, null,
       0, 0, 0, e.amount, t.payment_id, false
  from ledger_transfers t
  join ledger_entries e on e.transfer_id = t.id and e.account = 'gateway'
 -- A limit keeps Postgres from reading all movements for one join: each transfer is looked up by its index.
 where t.payment_id is not null and (
   select m.id from gateway_movements m
    where m.about_id = t.source_id and m.kind = case t.kind when 'late_payment' then 'payment' else t.kind end
      and m.nth = (select count(*) from ledger_transfers o
                    where o.source_id = t.source_id and o.kind = t.kind and o.round <= t.round)
    limit 1) is null;

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

-- Sums a payment's refunds, sent or about to be. Money that came in late and never became the payee's doesn't count.
create function refunded_in_time(payment uuid) returns integer language sql stable
  return (
    select coalesce(sum(r.amount), 0)::integer from refunds r
     where r.payment_id = payment and r.status not in ('closed', 'returned') and not r.waits
       and not exists (
         select from ledger_transfers t where t.kind = 'late_payment' and t.source_id = r.attempt_id));
