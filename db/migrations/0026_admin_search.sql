-- An administrator searches for the address that somebody has, not for the stand-in of those who have none.
drop index users_email_search;
create index users_contact_email_search on users using gin (contact_email gin_trgm_ops)
  where contact_email is not null;

-- Whoever signed up by phone is found by the number they sign in with.
create index accounts_phone_search on accounts using gin (account_id gin_trgm_ops) where provider_id = 'phone';
