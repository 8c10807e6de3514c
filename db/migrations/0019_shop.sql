create table pharmacists (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  full_name text not null check (char_length(full_name) between 1 and 120),
  registration_number text not null check (char_length(registration_number) between 1 and 60),
  shop_license_number text not null check (char_length(shop_license_number) between 1 and 60),
  shop_address text not null check (char_length(shop_address) between 1 and 500),
  profile_image_url text,
  verification_status text not null default 'draft'
    check (verification_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  facts_verified_at timestamptz,
  check (verification_status <> 'submitted' or submitted_at is not null),
  check (verification_status <> 'verified' or facts_verified_at is not null)
);
create index pharmacists_submitted on pharmacists (submitted_at, id) where verification_status = 'submitted';
create index pharmacists_suspended on pharmacists (user_id) where verification_status = 'suspended';
create trigger pharmacists_announce after insert or delete or update of user_id, verification_status
  on pharmacists for each row execute function announce_actor_change();
create trigger pharmacists_keep_facts
  before insert or update of verification_status, full_name, registration_number, shop_license_number on pharmacists
  for each row execute function keep_verified_facts('full_name', 'registration_number', 'shop_license_number');

create table suppliers (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  business_name text not null check (char_length(business_name) between 1 and 120),
  gstin text check (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$'),
  pickup_address text not null check (char_length(pickup_address) between 1 and 500),
  profile_image_url text,
  -- Sealed with the server's key. Only the last four digits are ever shown.
  bank_details_sealed bytea,
  bank_account_last_four text check (bank_account_last_four ~ '^[0-9]{4}$'),
  verification_status text not null default 'draft'
    check (verification_status in ('draft', 'submitted', 'verified', 'rejected', 'suspended')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  facts_verified_at timestamptz,
  check ((bank_details_sealed is null) = (bank_account_last_four is null)),
  check (verification_status <> 'submitted' or submitted_at is not null),
  check (verification_status <> 'verified' or facts_verified_at is not null)
);
create index suppliers_submitted on suppliers (submitted_at, id) where verification_status = 'submitted';
create index suppliers_suspended on suppliers (user_id) where verification_status = 'suspended';
create trigger suppliers_announce after insert or delete or update of user_id, verification_status
  on suppliers for each row execute function announce_actor_change();
create trigger suppliers_keep_facts
  before insert or update of verification_status, business_name, gstin on suppliers
  for each row execute function keep_verified_facts('business_name', 'gstin');
