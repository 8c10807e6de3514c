-- By which gateway money moved: what was paid in the sandbox is nobody's money once another gateway is in use.
alter table payments add column gateway text check (gateway in ('sandbox', 'stripe', 'razorpay'));
alter table payouts add column gateway text check (gateway in ('sandbox', 'stripe', 'razorpay'));
alter table ledger_transfers add column gateway text check (gateway in ('sandbox', 'stripe', 'razorpay'));

update payments p set gateway = (
    select t.gateway from payment_attempts t
     where t.payment_id = p.id and t.status = 'succeeded' order by t.settled_at limit 1)
 where p.completed_at is not null;

-- A payout was of what the provider had last been paid by then.
update payouts o set gateway = coalesce((
    select p.gateway from payments p
     where p.payee_user_id = o.user_id and p.completed_at <= o.paid_at order by p.completed_at desc limit 1),
  'sandbox');

alter table ledger_transfers disable trigger ledger_transfers_kept;
update ledger_transfers t set gateway = case
  when t.kind in ('charge', 'payment', 'late_payment') then (select a.gateway from payment_attempts a where a.id = t.source_id)
  when t.kind like 'refund%' then (
    select a.gateway from refunds r join payment_attempts a on a.id = r.attempt_id where r.id = t.source_id)
  when t.kind like 'dispute%' then (
    select a.gateway from payment_disputes d join payment_attempts a on a.id = d.attempt_id where d.id = t.source_id)
  else (select o.gateway from payouts o where o.id = t.source_id) end;
alter table ledger_transfers enable trigger ledger_transfers_kept;

alter table payments add check ((gateway is not null) = (completed_at is not null));
alter table payouts alter column gateway set not null;
alter table ledger_transfers alter column gateway set not null;
