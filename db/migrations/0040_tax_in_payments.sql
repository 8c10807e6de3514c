-- What the price includes of tax, as it was when it was agreed: a rate that changes later changes no receipt.
alter table payments add column tax_percent numeric(4, 2) not null default 0 check (tax_percent between 0 and 50);
