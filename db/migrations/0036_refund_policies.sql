-- What goes back to an owner who cancels: `refund_policy` of a vet is what holds for what is booked from now on, that of an
-- appointment what held when it was booked. Whatever the vet chooses later, nothing changes it.
alter table veterinary_doctors add column refund_policy text not null default 'standard'
  check (refund_policy in ('flexible', 'standard', 'moderate', 'strict'));

alter table veterinary_appointments add column refund_policy text not null default 'standard'
  check (refund_policy in ('flexible', 'standard', 'moderate', 'strict'));
-- The default was for what was booked so far: who books says what was agreed.
alter table veterinary_appointments alter column refund_policy drop default;
