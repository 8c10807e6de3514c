-- A refund can end in two more ways: the payer's bank took the money itself ('closed'), or the refund came back after it had
-- been sent ('returned'), and another one follows.
alter table refunds
  drop constraint refunds_status_check,
  add constraint refunds_status_check
    check (status in ('pending', 'succeeded', 'failed', 'closed', 'returned'));
drop index refunds_look;
create index refunds_look on refunds (coalesce(looked_at, created_at)) where status in ('pending', 'failed');
create index refunds_sent on refunds (coalesce(looked_at, created_at)) where status in ('succeeded', 'closed') and gateway_ref is not null;
create index refunds_attempt_id on refunds (attempt_id);
create index refunds_gateway_ref on refunds (gateway_ref) where gateway_ref is not null;

-- How much goes back by the rules, once what it was for is over: also of what a bank has not decided about.
alter table payments add column refund_due integer check (refund_due between 0 and amount);
update payments p set refund_due = (
    select coalesce(sum(r.amount), 0) from refunds r
     where r.payment_id = p.id
       and exists (select from ledger_transfers t where t.kind = 'refund_owed' and t.source_id = r.id))
 where p.closed_at is not null and p.completed_at is not null;

-- A charge whose answer never came may be known to the gateway all the same.
drop index payment_attempts_late;
create index payment_attempts_late on payment_attempts (coalesce(looked_at, created_at))
  where status in ('failed', 'closed') and (gateway_ref is not null or charge_id is not null);
-- What began with a gateway that could not be asked any more waits until it can be.
create index payment_attempts_gone on payment_attempts (coalesce(looked_at, created_at)) where failure = 'gateway_gone';

create or replace function refuse_refund_of_more() returns trigger language plpgsql as $$
declare
  came_in integer;
  gone bigint;
begin
  select p.amount into came_in
    from payment_attempts a join payments p on p.id = a.payment_id
   where a.id = new.attempt_id and a.payment_id = new.payment_id and a.status = 'succeeded'
     for no key update of p;
  select coalesce(sum(amount), 0) into gone
    from refunds where attempt_id = new.attempt_id and status not in ('closed', 'returned');
  if came_in is null or gone > came_in then
    raise exception 'more would be refunded than was paid' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- 'loss': what is nobody else's to bear, as money that went back twice.
alter table ledger_transfers
  drop constraint ledger_transfers_kind_check,
  add constraint ledger_transfers_kind_check check (kind in
    ('charge', 'payment', 'late_payment', 'refund_owed', 'refund', 'refund_returned', 'refund_dropped', 'dispute', 'dispute_won',
     'dispute_lost', 'payout'));
alter table ledger_entries
  drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check
    check (account in ('receivable', 'gateway', 'payable', 'refundable', 'disputed', 'loss')),
  drop constraint ledger_entries_check,
  add constraint ledger_entries_check
    check ((user_id is null) = (account in ('gateway', 'disputed', 'loss')));
