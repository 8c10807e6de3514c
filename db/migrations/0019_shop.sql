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
  -- The last change of details that money could go to; nothing is paid out for three days after it.
  bank_changed_at timestamptz,
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

-- One row for each supplier and pharmacist, with the record's id. Triggers on both tables keep `name`, `can_sell`,
-- `place` and `state`.
create table sellers (
  id uuid primary key,
  record text not null check (record in ('pharmacist', 'supplier')),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  can_sell boolean not null,
  -- The state comes from the tax number or the PIN code; null if neither gives one.
  place text not null,
  state text,
  searched text generated always as (name || ' ' || place) stored not null,
  -- Beginnings of PIN codes; none for all of India.
  delivers_to text[] not null default '{}' check (cardinality(delivers_to) <= 100
    and array_to_string(delivers_to, ',') ~ '^([1-9][0-9]{0,5}(,[1-9][0-9]{0,5})*)?$'),
  delivery_days_from smallint not null default 2 check (delivery_days_from between 1 and 30),
  delivery_days_to smallint not null default 5 check (delivery_days_to between delivery_days_from and 30),
  unique (user_id, record),
  unique (id, record)
);
create index sellers_searched on sellers using gin (searched gin_trgm_ops);
create index sellers_of_state on sellers (state, id);

-- Returns a PIN code's state by its longest known prefix, as states.ts does.
create function state_of_pin(pin text) returns text language sql immutable as $$
  select b.state from (values
    ('01', '18 19'), ('02', '17'), ('03', '14 15 16'), ('04', '160'), ('05', '246 248 249 263'), ('06', '12 13'),
    ('07', '11'), ('08', '30 31 32 33 34'), ('09', '20 21 22 23 24 25 26 27 28'), ('10', '80 81 821 823 824 84 85'),
    ('11', '737'), ('12', '790 791 792'), ('13', '797 798'), ('14', '795'), ('15', '796'), ('16', '799'),
    ('17', '793 794'), ('18', '78'), ('19', '70 71 72 73 74'), ('20', '814 815 816 82 83'), ('21', '75 76 77'),
    ('22', '49'), ('23', '45 46 47 48'), ('24', '36 37 38 39'), ('27', '40 41 42 43 44'), ('29', '56 57 58 59'),
    ('30', '403'), ('31', '6825'), ('32', '67 68 69'), ('33', '60 61 62 63 64'), ('34', '605'), ('35', '744'),
    ('36', '50'), ('37', '51 52 53'), ('38', '194')
  ) b(state, beginnings) cross join unnest(string_to_array(b.beginnings, ' ')) beginning
   where starts_with(pin, beginning) order by length(beginning) desc limit 1
$$;

create function state_of_seller(gstin text, place text) returns text language sql immutable as $$
  select coalesce(substring(gstin from '^(0[1-9]|1[0-9]|2[0-467]|29|3[0-8])'), state_of_pin((
    select replace(found[1], ' ', '') from regexp_matches(place, '\m([1-9]\d{2} ?\d{3})\M', 'g') with ordinality f(found, place)
     order by f.place desc limit 1)))
$$;

-- Prices include tax, so a rate only decides how a price is split.
create table tax_classes (
  name text constraint "shop.tax_class_taken" primary key
    check (name ~ '^[a-z0-9]+([ -][a-z0-9]+)*$' and char_length(name) <= 40),
  -- The audit log needs an id.
  id uuid not null unique default gen_random_uuid(),
  rate numeric(4, 2) not null check (rate between 0 and 40)
);
insert into tax_classes (name, rate) values ('exempt', 0), ('medicine', 5), ('food', 18), ('goods', 18);

create table brands (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  name text not null check (char_length(name) between 1 and 80)
);

create table products (
  id uuid primary key,
  seller_id uuid not null,
  seller_record text not null,
  foreign key (seller_id, seller_record) references sellers (id, record) on delete cascade,
  category text not null check (category in ('food', 'treats', 'toys', 'beds', 'leads', 'grooming', 'litter',
    'parasites', 'worming', 'skin', 'joints', 'digestion', 'supplements', 'wounds')),
  shelf text generated always as (case when category in ('food', 'treats', 'toys', 'beds', 'leads', 'grooming', 'litter')
    then 'merchandise' else 'pharmacy' end) stored not null check (shelf in ('merchandise', 'pharmacy')),
  brand text not null references brands (slug),
  name text not null check (char_length(name) between 1 and 120),
  description text check (char_length(description) between 1 and 5000),
  species text[] not null check (cardinality(species) between 1 and 5)
    check (species <@ array['dog', 'cat', 'bird', 'rabbit', 'other']),
  life_stages text[] not null default '{}' check (life_stages <@ array['young', 'adult', 'senior']),
  breed_sizes text[] not null default '{}' check (breed_sizes <@ array['small', 'medium', 'large']),
  ingredients text check (char_length(ingredients) between 1 and 2000),
  form text check (form in ('tablet', 'chew', 'liquid', 'drops', 'ointment', 'spray', 'spot-on', 'powder', 'shampoo')),
  strength text check (char_length(strength) between 1 and 60),
  schedule text check (schedule in ('otc', 'g', 'h', 'h1')),
  needs_prescription boolean generated always as (coalesce(schedule in ('h', 'h1'), false)) stored not null,
  tax_class text not null references tax_classes (name),
  pictures text[] not null default '{}' check (cardinality(pictures) <= 6),
  state text not null default 'draft' check (state in ('draft', 'listed', 'withdrawn', 'deleted')),
  version integer not null default 1,
  hidden_at timestamptz,
  hidden_reason text check (char_length(hidden_reason) between 1 and 500),
  check ((hidden_at is null) = (hidden_reason is null)),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  listed_at timestamptz,
  -- The name and brand under which it got its reviews, if the seller has changed them since. A trigger keeps it.
  reviewed_as text,
  -- The variants keep these four.
  price_from integer,
  kilo_price_from bigint,
  variant_count smallint not null default 0,
  is_in_stock boolean not null default false,
  -- A trigger keeps these seven.
  is_listed boolean not null default false,
  searched text not null default '',
  -- The words of `searched` and the ingredients, and these with the description's.
  words tsvector not null default '',
  all_words tsvector not null default '',
  -- The words of its name, and of its name and brand, for the order by the best match.
  name_words tsvector not null default '',
  title_words tsvector not null default '',
  -- Values of all filters in one array, so that one index serves any of them together.
  traits text[] not null default '{}',
  -- Seconds, so that the orders of a search can be columns.
  listed_seconds bigint not null default 0,
  -- The orders of a search all rise, and what is sold out comes last.
  rank_newest bigint generated always as (case when is_in_stock then 0 else 100000000000 end - listed_seconds) stored not null,
  rank_cheapest bigint generated always as (case when is_in_stock then 0 else 100000000000 end + coalesce(price_from, 0)) stored not null,
  rank_dearest bigint generated always as (case when is_in_stock then 0 else 100000000000 end - coalesce(price_from, 0)) stored not null,
  rank_kilo bigint generated always as (case when is_in_stock then 0 else 1000000000000 end
    + least(coalesce(kilo_price_from, 900000000000), 900000000000)) stored not null,
  -- Reviews with one star, two, and so on. A trigger on reviews keeps it, and the next three follow from it.
  star_counts integer[] not null default '{0,0,0,0,0}' check (cardinality(star_counts) = 5 and 0 <= all (star_counts)),
  review_count integer generated always as
    (star_counts[1] + star_counts[2] + star_counts[3] + star_counts[4] + star_counts[5]) stored not null,
  rating numeric(2, 1) generated always as (round(
    (star_counts[1] + 2 * star_counts[2] + 3 * star_counts[3] + 4 * star_counts[4] + 5 * star_counts[5])::numeric
    / nullif(star_counts[1] + star_counts[2] + star_counts[3] + star_counts[4] + star_counts[5], 0), 1)) stored,
  -- The mean with five more reviews of three stars, so that a single review doesn't put a product at the top or the bottom.
  rank_rated bigint generated always as (case when is_in_stock then 0 else 100000000000 end - 1000000
    * (15 + star_counts[1] + 2 * star_counts[2] + 3 * star_counts[3] + 4 * star_counts[4] + 5 * star_counts[5])::bigint
    / (5 + star_counts[1] + star_counts[2] + star_counts[3] + star_counts[4] + star_counts[5])) stored not null,
  check ((shelf = 'pharmacy') = (schedule is not null)),
  check (shelf = 'pharmacy' or (form is null and strength is null)),
  constraint "shop.pharmacists_only" check (shelf <> 'pharmacy' or seller_record = 'pharmacist'),
  check (state <> 'listed' or listed_at is not null)
);
create index products_by_newest on products (shelf, rank_newest, id) where is_listed;
create index products_by_cheapest on products (shelf, rank_cheapest, id) where is_listed;
create index products_by_dearest on products (shelf, rank_dearest, id) where is_listed;
create index products_by_kilo on products (shelf, rank_kilo, id) where is_listed;
create index products_by_rating on products (shelf, rank_rated, id) where is_listed;
create index products_by_price on products (shelf, price_from) where is_listed;
create index products_by_words on products using gin (words) where is_listed;
create index products_by_all_words on products using gin (all_words) where is_listed;
create index products_by_name_words on products using gin (name_words) where is_listed;
create index products_by_title_words on products using gin (title_words) where is_listed;
create index products_by_traits on products using gin (traits) where is_listed;
create index products_of_seller on products (seller_id, updated_at, id);
create index products_searched on products using gin (searched gin_trgm_ops);
create index products_of_seller_newest on products (seller_id, id);
create index products_hidden on products (id) where hidden_at is not null;
create index products_renamed on products (id) where reviewed_as is not null;
create index products_hidden_of_seller on products (seller_id) where hidden_at is not null;
create index products_of_tax_class on products (tax_class) where state <> 'deleted';

create table product_variants (
  id uuid primary key,
  product_id uuid not null references products (id) on delete cascade,
  position smallint not null,
  name text not null check (char_length(name) between 1 and 60),
  -- The seller's own code, by which an import finds it.
  sku text check (char_length(sku) between 1 and 40),
  -- A trigger fills it in.
  seller_id uuid references sellers (id) on delete cascade,
  -- In paise, with tax.
  price integer not null check (price between 1 and 100000000),
  grams integer check (grams between 1 and 1000000),
  kilo_price bigint generated always as (case when grams is not null then (price::bigint * 1000 + grams / 2) / grams end) stored,
  -- Changes only together with a row in stock_changes. Without a maximum: what comes back always has room.
  stock integer not null default 0 constraint "shop.stock_below_zero" check (stock >= 0),
  low_at integer not null default 5 check (low_at between 0 and 1000000),
  best_before date,
  -- Noted by an hourly sweep, so that lists don't compare dates.
  is_past boolean not null default false,
  -- Null again once it is restocked.
  low_told_at timestamptz,
  is_offered boolean not null default true
);
create unique index product_variants_names on product_variants (product_id, lower(name)) where is_offered;
create index product_variants_of_product on product_variants (product_id, position);
create unique index "shop.sku_taken" on product_variants (seller_id, lower(sku)) where is_offered and sku is not null;
create index product_variants_of_seller on product_variants (seller_id);
create index product_variants_low on product_variants (id) where is_offered and stock <= low_at and low_told_at is null;
create index product_variants_told on product_variants (id) where low_told_at is not null;
create index product_variants_fresh on product_variants (best_before) where best_before is not null and not is_past;

create function complete_variant() returns trigger language plpgsql as $$
begin
  new.seller_id := (select seller_id from products where id = new.product_id);
  return new;
end $$;
create trigger product_variants_complete before insert on product_variants
  for each row execute function complete_variant();

-- The sum of a variant's changes is its stock.
create table stock_changes (
  id uuid primary key,
  variant_id uuid not null references product_variants (id) on delete cascade,
  delta integer not null check (delta <> 0),
  stock_after integer not null check (stock_after >= 0),
  reason text not null check (reason in ('received', 'counted', 'damaged', 'expired', 'sent_back',
    'ordered', 'given_back', 'returned')),
  note text check (char_length(note) between 1 and 200),
  user_id uuid references users (id) on delete set null,
  created_at timestamptz not null
);
create index stock_changes_of_variant on stock_changes (variant_id, id);
create index stock_changes_of_user on stock_changes (user_id);

-- Words that listed products are found by, for guessing what a misspelt word means.
create table product_words (
  word text collate "C" primary key
);
create index product_words_alike on product_words using gin (word gin_trgm_ops);

-- Takes the kind of record and the columns of the name and the address. A seller who asked for their account to be deleted doesn't sell.
create function keep_seller() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from sellers where id = old.id;
    return null;
  end if;
  insert into sellers (id, record, user_id, name, can_sell, place, state)
  values (new.id, tg_argv[0], new.user_id, to_jsonb(new) ->> tg_argv[1], new.verification_status = 'verified'
      and not exists (select from users where id = new.user_id and leaving_since is not null),
    to_jsonb(new) ->> tg_argv[2], state_of_seller(to_jsonb(new) ->> 'gstin', to_jsonb(new) ->> tg_argv[2]))
  on conflict (id) do update
    set name = excluded.name, can_sell = excluded.can_sell, place = excluded.place, state = excluded.state;
  return null;
end $$;
create trigger suppliers_keep_seller
  after insert or delete or update of business_name, verification_status, gstin, pickup_address on suppliers
  for each row execute function keep_seller('supplier', 'business_name', 'pickup_address');
create trigger pharmacists_keep_seller after insert or delete or update of full_name, verification_status, shop_address on pharmacists
  for each row execute function keep_seller('pharmacist', 'full_name', 'shop_address');

create function keep_leaving_seller() returns trigger language plpgsql as $$
begin
  update sellers s set can_sell = new.leaving_since is null
    and (exists (select from suppliers r where r.id = s.id and r.verification_status = 'verified')
      or exists (select from pharmacists r where r.id = s.id and r.verification_status = 'verified'))
   where s.user_id = new.id;
  return null;
end $$;
create trigger users_keep_leaving_seller after update of leaving_since on users for each row
  when ((old.leaving_since is null) <> (new.leaving_since is null)) execute function keep_leaving_seller();

create function list_products_of_seller() returns trigger language plpgsql as $$
begin
  -- In order, like orders, so that neither waits for the other.
  perform from products where seller_id = new.id order by id for no key update;
  -- The trigger of products reads the new value.
  update products set updated_at = updated_at where seller_id = new.id;
  return null;
end $$;
create trigger sellers_list_products after update on sellers for each row
  when (old.can_sell <> new.can_sell) execute function list_products_of_seller();

create function complete_product() returns trigger language plpgsql as $$
begin
  new.is_listed := new.state = 'listed' and new.hidden_at is null and new.variant_count > 0
    and (select can_sell from sellers where id = new.seller_id);
  new.listed_seconds := coalesce(extract(epoch from new.listed_at)::bigint, 0);
  new.searched := concat_ws(' ', new.name, (select name from brands where slug = new.brand), new.category,
    array_to_string(new.species, ' '), array_to_string(new.life_stages, ' '),
    case when new.life_stages = array['young'] and 'dog' = any(new.species) then 'puppy' end,
    case when new.life_stages = array['young'] and 'cat' = any(new.species) then 'kitten' end,
    new.form, new.strength);
  -- Descriptions are long, and most updates leave them alone.
  if tg_op = 'INSERT' or (new.searched, new.ingredients, new.description)
    is distinct from (old.searched, old.ingredients, old.description) then
    new.words := to_tsvector('english', search_words(concat_ws(' ', new.searched, new.ingredients)));
    new.all_words := new.words || to_tsvector('english', search_words(coalesce(new.description, '')));
  end if;
  new.name_words := to_tsvector('english', search_words(new.name));
  new.title_words := to_tsvector('english', search_words(concat_ws(' ', new.name, (select name from brands where slug = new.brand))));
  new.traits := array['category:' || new.category, 'brand:' || new.brand]
    || array(select 'species:' || s from unnest(new.species) s)
    || array(select 'stage:' || s from unnest(new.life_stages) s)
    || array(select 'size:' || s from unnest(new.breed_sizes) s)
    || case when new.form is null then '{}' else array['form:' || new.form] end
    || case when coalesce(new.schedule in ('h', 'h1'), false) then array['rx'] else '{}' end
    || case when new.is_in_stock then array['stock'] else '{}' end;
  return new;
end $$;
create trigger products_complete before insert or update on products
  for each row execute function complete_product();

-- Reviews are about one product: it keeps its category, and a new name is shown beside the old one.
create function guard_reviewed_product() returns trigger language plpgsql as $$
declare
  old_name constant text := old.name || ' by ' || (select name from brands where slug = old.brand);
  new_name constant text := new.name || ' by ' || (select name from brands where slug = new.brand);
begin
  if old.review_count = 0 then
    new.reviewed_as := null;
  elsif new.category <> old.category then
    raise exception 'a reviewed product becomes another' using errcode = 'check_violation', constraint = 'shop.reviewed_category';
  elsif lower(old_name) <> lower(new_name) then
    new.reviewed_as := nullif(coalesce(old.reviewed_as, old_name), new_name);
  end if;
  return new;
end $$;
create trigger products_guard_reviewed before update of category, name, brand on products for each row
  when ((old.category, old.name, old.brand) is distinct from (new.category, new.name, new.brand))
  execute function guard_reviewed_product();

create function keep_product_words() returns trigger language plpgsql as $$
begin
  -- In order, so that two transactions never wait for each other.
  insert into product_words (word)
  select distinct word from string_to_table(search_words(concat_ws(' ', new.searched, new.ingredients, new.description)), ' ') word
   where char_length(word) between 3 and 40 order by 1
  on conflict do nothing;
  return null;
end $$;
create trigger products_keep_words_at_first after insert on products
  for each row when (new.is_listed) execute function keep_product_words();
create trigger products_keep_words after update on products for each row
  when (new.is_listed and (not old.is_listed or (old.searched, old.ingredients, old.description)
    is distinct from (new.searched, new.ingredients, new.description))) execute function keep_product_words();

-- Keeps what a product says of its variants. Selling a unit doesn't get here, unless it is the last one.
create function sum_up_variants() returns trigger language plpgsql as $$
declare
  product uuid := coalesce(new.product_id, old.product_id);
begin
  -- The lock comes first: two changes at once would not see each other, and both sum up the other's old row.
  perform from products where id = product for no key update;
  update products p
     set price_from = s.price_from, kilo_price_from = s.kilo_price_from, variant_count = s.variant_count, is_in_stock = s.is_in_stock
    from (select min(price) as price_from, min(kilo_price) as kilo_price_from, count(*)::smallint as variant_count,
                 coalesce(bool_or(stock > 0 and not is_past), false) as is_in_stock
            from product_variants where product_id = product and is_offered) s
   where p.id = product and (p.price_from, p.kilo_price_from, p.variant_count, p.is_in_stock)
     is distinct from (s.price_from, s.kilo_price_from, s.variant_count, s.is_in_stock);
  return null;
end $$;
create trigger product_variants_sum_up_at_first after insert or delete on product_variants
  for each row execute function sum_up_variants();
create trigger product_variants_sum_up after update on product_variants for each row
  when ((old.stock > 0) <> (new.stock > 0) or old.price <> new.price or old.grams is distinct from new.grams
    or old.is_offered <> new.is_offered or old.is_past <> new.is_past) execute function sum_up_variants();

create table carts (
  user_id uuid primary key references users (id) on delete cascade,
  changed_at timestamptz not null
);
create index carts_changed_at on carts (changed_at);

create table cart_lines (
  user_id uuid not null references carts (user_id) on delete cascade,
  variant_id uuid not null references product_variants (id) on delete cascade,
  quantity smallint not null check (quantity between 1 and 20),
  -- The price that the person saw last and accepted.
  seen_price integer not null check (seen_price >= 0),
  added_at timestamptz not null,
  primary key (user_id, variant_id)
);
create index cart_lines_of_variant on cart_lines (variant_id);

-- Each guest's cart is handed over once.
create table cart_merges (
  user_id uuid not null references users (id) on delete cascade,
  guest_cart uuid not null,
  merged_at timestamptz not null,
  primary key (user_id, guest_cart)
);
create index cart_merges_merged_at on cart_merges (merged_at);

-- The operator bears the discount: sellers get what they would without it.
create table coupons (
  id uuid primary key,
  code text not null check (code ~ '^[A-Z0-9]{4,20}$'),
  version integer not null default 1,
  percent smallint check (percent between 1 and 90),
  amount integer check (amount between 1 and 10000000),
  -- The lowest total of the products that count, and the largest discount. Sellers set their own prices, so a percentage
  -- alone could take off any amount.
  minimum integer not null check (minimum >= 0),
  most_discount integer check (most_discount between 1 and 10000000),
  -- Days of the operator's time zone.
  valid_from date not null,
  valid_until date,
  most_uses integer check (most_uses > 0),
  most_per_person integer not null check (most_per_person between 1 and 1000),
  -- Orders that have it; one that is cancelled as a whole gives it back.
  used integer not null default 0 check (used >= 0),
  -- In paise: the discounts on these orders' parts that weren't cancelled.
  discounted bigint not null default 0 check (discounted >= 0),
  category text,
  -- No foreign key: a coupon stays when its seller leaves, and then counts for nobody.
  seller_id uuid,
  is_active boolean not null,
  -- The time when support set its terms last; null if only administrators did.
  support_set_at timestamptz,
  -- In paise: what it had taken off when an administrator set its terms after support. Nothing after that counts as support's.
  support_given bigint check (support_given >= 0),
  created_at timestamptz not null,
  constraint "shop.coupon_taken" unique (code),
  constraint "shop.coupon_used_up" check (used <= most_uses),
  check (num_nulls(percent, amount) = 1),
  check ((percent is null) = (most_discount is null)),
  check (support_set_at is null or support_given is not null or most_uses is not null),
  check (support_given is null or support_set_at is not null),
  check (valid_until >= valid_from)
);

-- The people from whom a seller takes no orders.
create table buyer_blocks (
  seller_user_id uuid not null references users (id),
  buyer_id uuid not null references users (id),
  created_at timestamptz not null,
  primary key (seller_user_id, buyer_id),
  check (seller_user_id <> buyer_id)
);
create index buyer_blocks_of_buyer on buyer_blocks (buyer_id);

-- A checkout takes its lines' stock off sale until `reserved_until`. Each person has at most one: opening the page again
-- continues it.
create table checkouts (
  id uuid primary key,
  user_id uuid not null unique references users (id),
  reserved_until timestamptz not null,
  -- Checked again when the order is placed.
  coupon_id uuid references coupons (id) on delete set null
);
create index checkouts_of_coupon on checkouts (coupon_id) where coupon_id is not null;
create index checkouts_reserved_until on checkouts (reserved_until);

create table stock_reservations (
  checkout_id uuid not null references checkouts (id),
  variant_id uuid not null references product_variants (id) on delete cascade,
  quantity smallint not null check (quantity between 1 and 20),
  primary key (checkout_id, variant_id)
);
create index stock_reservations_of_variant on stock_reservations (variant_id);

-- The start of each reservation, so that nobody keeps a variant from others by opening a checkout again and again.
create table reservation_starts (
  user_id uuid not null references users (id) on delete cascade,
  variant_id uuid not null references product_variants (id) on delete cascade,
  started_at timestamptz not null,
  primary key (user_id, variant_id)
);
create index reservation_starts_of_variant on reservation_starts (variant_id);
create index reservation_starts_started_at on reservation_starts (started_at);

create table orders (
  id uuid primary key,
  number bigint generated always as identity unique,
  -- A checkout becomes one order, however often it is sent; medicines that need a prescription wait in orders of their own.
  checkout_id uuid not null,
  position smallint not null default 0,
  user_id uuid not null references users (id),
  pays text not null check (pays in ('online', 'cash')),
  total integer not null check (total > 0),
  name text not null check (char_length(name) between 1 and 120),
  phone text not null check (char_length(phone) between 1 and 20),
  line text not null check (char_length(line) between 1 and 200),
  city text not null check (char_length(city) between 1 and 80),
  state text not null check (state ~ '^[0-9]{2}$'),
  pin text not null check (pin ~ '^[1-9][0-9]{5}$'),
  gstin text check (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$'),
  placed_at timestamptz not null,
  coupon_id uuid references coupons (id) on delete set null,
  -- A keyed hash of the buyer's confirmed phone number, without which nobody pays in cash. It stays when the number moves to the next
  -- account, so that parcels that came back count there too.
  phone_key text check (char_length(phone_key) = 43),
  unique (checkout_id, position),
  check ((pays = 'cash') = (phone_key is not null))
);
create index orders_of_phone on orders (phone_key) where phone_key is not null;
create index orders_of_coupon on orders (coupon_id, user_id) where coupon_id is not null;
create index orders_of_user on orders (user_id, placed_at desc, id desc);

-- The people behind orders with a coupon, by keyed hashes of the buyer's confirmed email address and phone number. They stay when the buyer
-- gives these up or leaves, so that a limit per person holds in the next account.
create table coupon_uses (
  order_id uuid not null references orders (id) on delete cascade,
  contact_key text not null check (char_length(contact_key) = 43),
  primary key (contact_key, order_id)
);
create index coupon_uses_of_order on coupon_uses (order_id);
alter table payments
  add constraint payments_order_id_fkey foreign key (order_id) references orders (id);

create table order_parts (
  id uuid primary key,
  order_id uuid not null references orders (id),
  position smallint not null,
  seller_id uuid references sellers (id) on delete set null,
  seller_user_id uuid not null references users (id),
  seller_name text not null,
  seller_address text,
  seller_gstin text,
  is_pharmacist boolean not null,
  -- IGST; otherwise CGST and SGST.
  is_interstate boolean not null,
  total integer not null check (total > 0),
  -- Working days, counted from placed_at, as the seller promised when it was ordered.
  days_from smallint not null check (days_from between 1 and 30),
  days_to smallint not null check (days_to between days_from and 30),
  status text not null check (status in ('awaiting_prescription', 'awaiting_payment', 'placed', 'packed', 'shipped',
    'not_arrived', 'delivered', 'completed', 'cancelled', 'return_asked', 'return_approved', 'return_refused', 'return_sent',
    'return_missing', 'returned')),
  status_since timestamptz not null,
  carrier text check (char_length(carrier) between 1 and 60),
  tracking text check (char_length(tracking) between 1 and 60),
  -- The seller has it back undelivered, so its goods are on sale again.
  came_back boolean not null default false,
  -- Because its buyer didn't take it, as its seller says.
  refused boolean not null default false,
  -- Copied from the order, so that the desk's lists can be indexes.
  ordered_at timestamptz not null,
  placed_at timestamptz,
  delivered_at timestamptz,
  unique (order_id, position),
  check (not came_back or status = 'cancelled' and carrier is not null),
  check (not refused or came_back),
  check (status not in ('shipped', 'not_arrived', 'delivered', 'completed') or (carrier is not null and tracking is not null))
);
create index order_parts_of_seller on order_parts (seller_user_id, status_since desc, id desc);
create index order_parts_placed on order_parts (seller_user_id, placed_at) where placed_at is not null;
create index order_parts_open on order_parts (seller_user_id, placed_at, id)
  where status in ('placed', 'packed', 'shipped', 'not_arrived', 'return_asked', 'return_approved', 'return_sent', 'return_missing');
create index order_parts_to_do on order_parts (seller_user_id, status_since desc, id desc)
  where status in ('awaiting_prescription', 'placed', 'packed', 'shipped', 'not_arrived', 'return_asked', 'return_approved',
    'return_sent', 'return_missing');
create index order_parts_to_pack on order_parts (seller_user_id, placed_at, id) where status in ('placed', 'packed');
create index order_parts_timed on order_parts (status, status_since)
  where status in ('awaiting_prescription', 'placed', 'packed', 'shipped', 'delivered', 'return_asked', 'return_approved', 'return_refused',
    'return_sent');

create index order_parts_latest on order_parts (ordered_at desc, id desc);
create index order_parts_latest_in_state on order_parts (status, ordered_at desc, id desc);
create index order_parts_latest_of_seller on order_parts (seller_user_id, ordered_at desc, id desc);

create index order_parts_returning on order_parts (status_since, id)
  where status in ('return_asked', 'return_approved', 'return_refused', 'return_sent', 'return_missing');
create index order_parts_not_arrived on order_parts (status_since, id) where status in ('not_arrived', 'return_missing');

-- The only legal moves, as in order-states.ts.
create function guard_order_part() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status not in ('awaiting_prescription', 'awaiting_payment', 'placed') then
      raise exception 'an order begins as placed' using errcode = 'check_violation';
    end if;
  elsif old.status <> new.status and old.status || ' ' || new.status <> all (array[
    'awaiting_prescription awaiting_payment', 'awaiting_prescription placed', 'awaiting_prescription cancelled',
    'awaiting_payment placed', 'awaiting_payment cancelled', 'placed packed', 'placed cancelled', 'packed shipped',
    'packed cancelled', 'shipped delivered', 'shipped not_arrived', 'shipped cancelled', 'not_arrived delivered',
    'not_arrived cancelled', 'not_arrived completed', 'delivered completed', 'delivered not_arrived', 'delivered return_asked',
    'delivered cancelled', 'delivered return_approved', 'delivered return_refused',
    'return_asked return_approved', 'return_asked return_refused', 'return_asked delivered', 'return_approved returned',
    'return_approved delivered', 'return_approved return_sent', 'return_approved completed', 'return_sent returned',
    'return_sent delivered', 'return_sent return_missing', 'return_missing returned', 'return_missing delivered',
    'return_missing completed', 'return_refused return_approved', 'return_refused return_asked', 'return_refused completed']) then
    raise exception 'an order cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  elsif old.status = 'awaiting_prescription' and new.status <> 'cancelled' and exists (
    select from dispensed_lines where part_id = new.id and status not in ('approved', 'rejected')) then
    raise exception 'a pharmacist has not approved this' using errcode = 'check_violation';
  elsif new.status = 'packed' and exists (
    select from dispensed_lines where part_id = new.id and status = 'approved' and batch is null) then
    raise exception 'a batch is missing' using errcode = 'check_violation', constraint = 'shop.batches_missing';
  elsif new.status in ('return_asked', 'return_approved', 'return_refused', 'return_sent', 'return_missing') and not exists (
    select from order_returns where part_id = new.id and outcome is null
      and (carrier is not null or new.status not in ('return_sent', 'return_missing'))) then
    raise exception 'nothing of this order is being returned' using errcode = 'check_violation';
  end if;
  if new.status = 'placed' then
    new.placed_at := coalesce(new.placed_at, new.status_since);
  end if;
  return new;
end $$;
create trigger order_parts_guard before insert or update of status on order_parts
  for each row execute function guard_order_part();

-- Every charge is a line, including delivery, so a part's lines sum to its total.
create table order_lines (
  id uuid primary key,
  part_id uuid not null references order_parts (id),
  position smallint not null,
  kind text not null check (kind in ('goods', 'delivery', 'cash_fee', 'discount')),
  variant_id uuid references product_variants (id) on delete set null,
  name text not null check (char_length(name) between 1 and 120),
  variant text check (char_length(variant) between 1 and 60),
  picture text,
  quantity smallint not null check (quantity between 1 and 20),
  price integer not null check (price <> 0),
  amount integer generated always as (price * quantity) stored not null,
  -- The share of a coupon's discount that these goods have; the discount itself is a line of its own.
  discount integer not null default 0,
  tax_rate numeric(4, 2) not null,
  cgst integer not null,
  sgst integer not null,
  igst integer not null,
  unique (part_id, position),
  check ((kind = 'discount') = (price < 0)),
  check (discount between 0 and greatest(price * quantity, 0) and (discount = 0 or kind = 'goods')),
  check (least(cgst, sgst, igst) >= 0 and price > 0 or greatest(cgst, sgst, igst) <= 0 and price < 0),
  check (abs(cgst + sgst + igst) <= abs(price * quantity)),
  check (igst = 0 or cgst + sgst = 0),
  check (cgst = sgst)
);
create index order_lines_of_variant on order_lines (variant_id);

-- Returns of a part's goods, one after another. A refused one stays open until its time to overrule it is over, or until its buyer asks
-- for other goods. Then it is set aside, and goes on after them if its time isn't over or an administrator has overruled it.
create table order_returns (
  id uuid primary key,
  part_id uuid not null references order_parts (id),
  kind text not null check (kind in ('unopened', 'damaged', 'wrong')),
  -- In paise: the amount that the buyer saw when asking, and gets if the return ends in their favour.
  amount integer not null check (amount >= 0),
  asked_at timestamptz not null,
  carrier text check (char_length(carrier) between 1 and 60),
  tracking text check (char_length(tracking) between 1 and 60),
  -- "returned" and "kept" give the money back; with "kept" the buyer keeps the goods.
  outcome text check (outcome in ('returned', 'kept', 'refused', 'withdrawn', 'unsent')),
  ended_at timestamptz,
  refused_at timestamptz,
  -- An administrator has approved it after all, while another return was open.
  overruled_at timestamptz,
  check ((carrier is null) = (tracking is null)),
  check ((outcome is null) = (ended_at is null)),
  check (refused_at is not null or overruled_at is null and outcome is distinct from 'refused')
);
create unique index order_returns_open on order_returns (part_id) where outcome is null;
create index order_returns_of_part on order_returns (part_id, asked_at);

create table returned_lines (
  return_id uuid not null references order_returns (id),
  line_id uuid not null references order_lines (id),
  quantity smallint not null check (quantity > 0),
  -- Its seller has it back and sells it again.
  back_on_sale boolean not null default false,
  primary key (return_id, line_id)
);
create index returned_lines_of_line on returned_lines (line_id);

create table return_photos (
  return_id uuid not null references order_returns (id),
  position smallint not null check (position between 0 and 5),
  upload_id uuid not null unique references uploads (id) on delete cascade,
  primary key (return_id, position)
);

create function guard_order_return() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome is not null and new.outcome is distinct from old.outcome
    and (old.outcome <> 'refused' or new.outcome is not null) then
    raise exception 'a return that is over stays as it ended' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and old.overruled_at is not null and new.overruled_at is distinct from old.overruled_at then
    raise exception 'a return is overruled once' using errcode = 'check_violation';
  end if;
  -- The lock makes two returns of a part see each other.
  perform from order_parts where id = new.part_id for no key update;
  if (select sum(amount) from order_returns
       where part_id = new.part_id
         and (outcome is null or outcome in ('returned', 'kept') or outcome = 'refused' and overruled_at is not null))
    > (select total from order_parts where id = new.part_id) then
    raise exception 'more money goes back than was paid' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger order_returns_guard after insert or update of part_id, amount, outcome, overruled_at on order_returns
  for each row execute function guard_order_return();

create function guard_returned_line() returns trigger language plpgsql as $$
begin
  perform from order_lines where id = new.line_id for no key update;
  if not exists (
    select from order_lines l join order_returns r on r.id = new.return_id and r.part_id = l.part_id
     where l.id = new.line_id and l.kind = 'goods' and l.quantity >= (
       select sum(t.quantity) from returned_lines t join order_returns o on o.id = t.return_id
        where t.line_id = l.id and o.outcome is distinct from 'withdrawn')) then
    raise exception 'more units are returned than were bought' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger returned_lines_guard after insert or update of return_id, line_id, quantity on returned_lines
  for each row execute function guard_returned_line();

create table order_part_changes (
  part_id uuid not null references order_parts (id),
  sequence smallint not null,
  from_status text check (from_status in ('awaiting_prescription', 'awaiting_payment', 'placed', 'packed',
    'shipped', 'not_arrived', 'delivered', 'completed', 'cancelled', 'return_asked', 'return_approved', 'return_refused',
    'return_sent', 'return_missing', 'returned')),
  to_status text not null check (to_status in ('awaiting_prescription', 'awaiting_payment', 'placed', 'packed',
    'shipped', 'not_arrived', 'delivered', 'completed', 'cancelled', 'return_asked', 'return_approved', 'return_refused',
    'return_sent', 'return_missing', 'returned')),
  made_by text not null check (made_by in ('owner', 'seller', 'admin', 'system')),
  note text check (char_length(note) between 1 and 500),
  created_at timestamptz not null,
  primary key (part_id, sequence)
);

-- A review that an admin removes keeps its row, so that its writer can't post another.
create table product_reviews (
  id uuid primary key,
  product_id uuid not null references products (id) on delete cascade,
  user_id uuid not null references users (id),
  -- The delivery that entitles the buyer to review; it may have been returned since.
  part_id uuid not null references order_parts (id),
  seller_user_id uuid not null references users (id),
  rating smallint not null check (rating between 1 and 5),
  feedback text check (char_length(feedback) between 1 and 1000),
  created_at timestamptz not null,
  edited_at timestamptz,
  reply text check (char_length(reply) between 1 and 1000),
  replied_at timestamptz,
  removed_at timestamptz,
  removed_by uuid references admin_users (id),
  removal_reason text check (char_length(removal_reason) between 1 and 500),
  reply_removed_at timestamptz,
  reply_removed_by uuid references admin_users (id),
  reply_removal_reason text check (char_length(reply_removal_reason) between 1 and 500),
  complained_at timestamptz,
  -- In the product's stars: once its part can't be returned any more, or at once if the buyer paid us and said that it arrived.
  -- Otherwise a seller could review their own products by orders that they send nobody.
  counts boolean not null default false,
  constraint "shop.already_reviewed" unique (product_id, user_id),
  check ((reply is null) = (replied_at is null)),
  check (num_nulls(removed_at, removed_by, removal_reason) in (0, 3)),
  check (num_nulls(reply_removed_at, reply_removed_by, reply_removal_reason) in (0, 3))
);
create index product_reviews_of_product on product_reviews (product_id, created_at desc, id desc);
create index product_reviews_of_user on product_reviews (user_id);
create index product_reviews_of_part on product_reviews (part_id);
create index product_reviews_of_seller on product_reviews (seller_user_id, created_at desc, id desc);
create index product_reviews_unanswered on product_reviews (seller_user_id, created_at desc, id desc)
  where removed_at is null
    and (reply is null or (edited_at is not null and edited_at > replied_at and reply_removed_at is null));
create index product_reviews_latest on product_reviews (created_at desc, id desc) where removed_at is null;
create index product_reviews_removed on product_reviews (removed_at desc, id desc) where removed_at is not null;
create index product_reviews_complained on product_reviews (complained_at desc, id desc)
  where complained_at is not null and removed_at is null;

-- The people who reviewed a product, by the same hashes as a coupon's uses.
create table product_review_contacts (
  product_id uuid not null references products (id) on delete cascade,
  contact_key text not null check (char_length(contact_key) = 43),
  review_id uuid not null references product_reviews (id) on delete cascade,
  primary key (product_id, contact_key)
);
create index product_review_contacts_of_review on product_review_contacts (review_id);

-- Readers' reports of a review or its answer, one each. If an admin keeps a review and it changes afterwards, they can
-- report it again.
create table product_review_complaints (
  id uuid primary key,
  review_id uuid not null references product_reviews (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  reason text not null check (char_length(reason) between 1 and 500),
  created_at timestamptz not null,
  closed_at timestamptz,
  outcome text check (outcome in ('acted', 'no_breach')),
  unique (review_id, user_id),
  check ((closed_at is null) = (outcome is null))
);
create index product_review_complaints_user_id on product_review_complaints (user_id);

create function complete_product_review() returns trigger language plpgsql as $$
begin
  -- The lock makes a part that is completed at the same moment wait, and then count this review.
  select s.seller_user_id, s.status = 'completed' or o.pays = 'online' and exists (
      select from order_part_changes c where c.part_id = s.id and c.to_status = 'delivered' and c.made_by = 'owner')
    into new.seller_user_id, new.counts
    from order_parts s join orders o on o.id = s.order_id
   where s.id = new.part_id and s.status in ('delivered', 'completed') and o.user_id = new.user_id
     and s.seller_user_id <> new.user_id
     and exists (select from order_lines l join product_variants v on v.id = l.variant_id
                  where l.part_id = s.id and v.product_id = new.product_id and l.quantity > coalesce((
                    select sum(t.quantity) from returned_lines t join order_returns r on r.id = t.return_id
                     where t.line_id = l.id and r.outcome = 'returned'), 0))
     for share of s;
  if not found then
    raise exception 'a product is reviewed by somebody who has not received it'
      using errcode = 'check_violation', constraint = 'shop.not_received';
  end if;
  return new;
end $$;
create trigger product_reviews_complete before insert on product_reviews
  for each row execute function complete_product_review();

create function count_product_review() returns trigger language plpgsql as $$
begin
  -- Each update waits for the product's row and adds to what is there then, so two reviews at once both count.
  if tg_op <> 'INSERT' and old.counts and old.removed_at is null then
    update products set star_counts[old.rating] = star_counts[old.rating] - 1 where id = old.product_id;
  end if;
  if tg_op <> 'DELETE' and new.counts and new.removed_at is null then
    update products set star_counts[new.rating] = star_counts[new.rating] + 1 where id = new.product_id;
  end if;
  return null;
end $$;
create trigger product_reviews_count_at_first after insert or delete on product_reviews
  for each row execute function count_product_review();
create trigger product_reviews_count after update on product_reviews for each row
  when (old.rating <> new.rating or old.counts <> new.counts or (old.removed_at is null) <> (new.removed_at is null))
  execute function count_product_review();

create function count_reviews_of_part() returns trigger language plpgsql as $$
begin
  update product_reviews set counts = true where part_id = new.id and not counts;
  return null;
end $$;
create trigger order_parts_count_reviews after update of status on order_parts for each row
  when (new.status = 'completed' and old.status <> 'completed') execute function count_reviews_of_part();

-- Kept for three years after the last medicine was approved on it and ordered for good.
create table given_prescriptions (
  id uuid primary key,
  user_id uuid not null references users (id),
  pet_id uuid references pets (id) on delete set null,
  pet_name text not null check (char_length(pet_name) between 1 and 120),
  -- The file is the buyer's until an order with something approved on it is placed, and then the pharmacist's.
  upload_id uuid unique references uploads (id) on delete set null,
  note_prescription_id uuid references prescriptions (id) on delete set null,
  -- Copied from our own notes, and entered by the pharmacist for files.
  prescriber text check (char_length(prescriber) between 1 and 120),
  registration_number text check (char_length(registration_number) between 1 and 60),
  issued_on date,
  valid_until date,
  -- A note's medicines, copied once one is approved: the record outlives the note, which goes with its pet or owner.
  medicines jsonb check (jsonb_typeof(medicines) = 'array'),
  created_at timestamptz not null,
  check (num_nulls(prescriber, registration_number, issued_on, valid_until) in (0, 4)),
  check (valid_until > issued_on and valid_until <= issued_on + interval '12 months')
);
create index given_prescriptions_of_user on given_prescriptions (user_id, created_at desc);
create index given_prescriptions_of_pet on given_prescriptions (pet_id);
create unique index given_prescriptions_of_note on given_prescriptions (note_prescription_id, user_id);
create trigger given_prescriptions_drop after delete on given_prescriptions
  for each row execute function drop_note_file();

-- One browser tab at a time holds the check, for some minutes.
create table dispensings (
  part_id uuid primary key references order_parts (id),
  created_at timestamptz not null,
  held_by uuid,
  held_until timestamptz,
  question text check (char_length(question) between 1 and 500),
  asked_at timestamptz,
  answer text check (char_length(answer) between 1 and 500),
  answered_at timestamptz,
  decided_at timestamptz,
  check (num_nulls(held_by, held_until) in (0, 2)),
  check (num_nulls(question, asked_at) in (0, 2)),
  check (num_nulls(answer, answered_at) in (0, 2)),
  check (answer is null or question is not null)
);

-- A refused medicine is no longer a line of its order, so its name is copied.
create table dispensed_lines (
  id uuid primary key,
  part_id uuid not null references dispensings (part_id) on delete cascade,
  position smallint not null,
  order_line_id uuid unique references order_lines (id) on delete set null,
  prescription_id uuid not null references given_prescriptions (id) on delete cascade,
  product_id uuid references products (id) on delete set null,
  name text not null,
  variant text not null,
  strength text,
  asked smallint not null check (asked between 1 and 20),
  status text not null check (status in ('submitted', 'approved', 'rejected', 'expired')),
  quantity smallint,
  refills smallint check (refills between 0 and 12),
  reason text check (char_length(reason) between 1 and 500),
  batch text check (char_length(batch) between 1 and 40),
  expires_on date,
  unique (part_id, position),
  check ((status = 'approved') = (quantity is not null and refills is not null)),
  check (quantity between 1 and asked),
  check ((status = 'rejected') = (reason is not null)),
  check (num_nulls(batch, expires_on) in (0, 2)),
  check (batch is null or status = 'approved')
);
create index dispensed_lines_of_prescription on dispensed_lines (prescription_id);
create index dispensed_lines_of_product on dispensed_lines (product_id);

-- A decision is final: of two at once, the second is refused.
create function keep_decision() returns trigger language plpgsql as $$
declare
  -- A pharmacist who leaves takes their words along.
  free constant text[] := array['batch', 'expires_on', 'order_line_id', 'product_id', 'reason'];
begin
  if old.status <> 'submitted' and (to_jsonb(new) - free) <> (to_jsonb(old) - free) then
    raise exception 'a decision about a medicine is final' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger dispensed_lines_keep_decision before update on dispensed_lines
  for each row execute function keep_decision();

create table autoships (
  id uuid primary key,
  user_id uuid not null references users (id),
  variant_id uuid references product_variants (id) on delete set null,
  -- Shown on its page and in its mails if the product is gone.
  name text not null check (char_length(name) between 1 and 120),
  variant text not null check (char_length(variant) between 1 and 60),
  quantity smallint not null check (quantity between 1 and 20),
  weeks smallint not null check (weeks between 1 and 12),
  pays text not null check (pays in ('cash', 'method', 'link')),
  payment_method_id uuid references payment_methods (id) on delete set null,
  prescription_id uuid references given_prescriptions (id) on delete set null,
  address_name text not null check (char_length(address_name) between 1 and 120),
  phone text not null check (char_length(phone) between 1 and 20),
  line text not null check (char_length(line) between 1 and 200),
  city text not null check (char_length(city) between 1 and 80),
  state text not null check (state ~ '^[0-9]{2}$'),
  pin text not null check (pin ~ '^[1-9][0-9]{5}$'),
  -- The price of one unit to which the buyer agreed last.
  agreed_price integer not null check (agreed_price > 0),
  -- The price of one unit and the total, as the last notice said.
  told_price integer check (told_price > 0),
  told_total integer check (told_total > 0),
  status text not null check (status in ('waiting', 'announced', 'asking', 'paused', 'ended')),
  -- Why it is paused, or why the order is tried again tomorrow.
  obstacle text check (obstacle in ('owner', 'gone', 'hidden', 'seller', 'pin', 'stock', 'prescription', 'expired', 'refills',
    'unpaid', 'unpaid_orders', 'first_cash', 'total')),
  next_on date not null,
  act_at timestamptz,
  -- Failures of the next step in a row, through errors on our side.
  failures smallint not null default 0 check (failures >= 0),
  sequence integer not null default 0,
  created_at timestamptz not null,
  check ((status in ('paused', 'ended')) = (act_at is null)),
  check ((status in ('announced', 'asking')) = (told_price is not null)),
  check ((told_price is null) = (told_total is null)),
  check (status <> 'paused' or obstacle is not null),
  check (status in ('paused', 'announced') or obstacle is null),
  check (pays = 'method' or payment_method_id is null)
);
create index autoships_of_user on autoships (user_id, created_at);
create index autoships_running on autoships (id) where status in ('waiting', 'announced', 'asking');
create index autoships_resting on autoships (id) where status = 'paused' or obstacle is not null or failures > 0;
create index autoships_ended on autoships (id) where status = 'ended';
create index autoships_searched on autoships using gin (name gin_trgm_ops);
create index autoships_due on autoships (act_at, id) where act_at is not null;
create index autoships_of_variant on autoships (variant_id);
create index autoships_of_method on autoships (payment_method_id);
create index autoships_of_prescription on autoships (prescription_id);

-- The only legal moves, as in autoship-rules.ts.
create function guard_autoship() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'waiting' then
      raise exception 'an autoship begins as waiting' using errcode = 'check_violation';
    end if;
  elsif old.status <> new.status and old.status || ' ' || new.status <> all (array[
    'waiting announced', 'waiting asking', 'waiting paused', 'waiting ended', 'announced waiting', 'announced asking',
    'announced paused', 'announced ended', 'asking announced', 'asking waiting', 'asking paused', 'asking ended',
    'paused waiting', 'paused ended']) then
    raise exception 'an autoship cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger autoships_guard before insert or update of status on autoships
  for each row execute function guard_autoship();

-- A row for each day on which an order was due, so that none is ordered twice.
create table autoship_turns (
  autoship_id uuid not null references autoships (id) on delete cascade,
  due_on date not null,
  outcome text not null check (outcome in ('ordered', 'skipped', 'missed')),
  order_id uuid unique references orders (id),
  created_at timestamptz not null,
  primary key (autoship_id, due_on),
  check ((outcome = 'ordered') = (order_id is not null))
);
