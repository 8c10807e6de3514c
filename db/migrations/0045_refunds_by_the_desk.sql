-- A refund that an administrator decided on: both sides are told when it is decided, not once more when it is sent.
alter table refunds add column admin_id uuid;
-- The desk lists refunds and disputes together, the latest first.
create index refunds_at on refunds (created_at desc, id desc);
create index payment_disputes_at on payment_disputes (opened_at desc, id desc);
