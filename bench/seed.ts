import pg from 'pg'

const benchVets = 2_000
export const benchCities = [
  'Bengaluru',
  'Mumbai',
  'Pune',
  'Hyderabad',
  'New Delhi',
  'Chennai',
  'Kolkata',
  'Jaipur',
]

const quickly = 'set synchronous_commit = off'

/** Seeds verified vets, spread evenly over cities, areas and specializations, and owners. */
export async function seedVets(client: pg.Client, vets: number, owners: number): Promise<void> {
  await client.query(
    `
    insert into users (id, name, email)
    select gen_random_uuid(), 'Person ' || n, 'person' || n || '@bench.invalid' from generate_series(1, $1) n`,
    [vets + owners],
  )
  await client.query(
    `
    insert into veterinary_doctors (id, user_id, full_name, specialization, location, availability, license_id,
      consultation_fee, bio, verification_status)
    select gen_random_uuid(), u.id, 'Vet ' || n, (array['General practice', 'Surgery', 'Dermatology', 'Cats only', 'Birds'])[1 + n % 5],
      'Area ' || n % 97 || ', ' || ($1::text[])[1 + n % 8], 'Mon–Sat, 9:00–17:00', 'L' || n, 50000 + n % 5000, repeat('Kind and careful. ', 8), 'verified'
    from (select id, row_number() over (order by email) as n from users) u where n <= $2`,
    [benchCities, vets],
  )
}

/** The cities' positions, in the same order. */
export const benchPositions = [
  [12.97, 77.59],
  [19.08, 72.88],
  [18.52, 73.86],
  [17.39, 78.49],
  [28.61, 77.21],
  [13.08, 80.27],
  [22.57, 88.36],
  [26.91, 75.79],
] as const

/** Seeds providers, then places and rates them. Filling the indexes of searches row by row would take most of the time. */
export async function withoutSearchIndexes(client: pg.Client, seed: () => Promise<void>): Promise<void> {
  await client.query(quickly)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes where indexname like 'providers_by_%'`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await seed()
  await client.query(
    `
    with placed as (
      select p.id, abs(hashtext(p.location)) as area, c.lat, c.lon
      from providers p
      join unnest($1::text[], $2::float8[], $3::float8[]) as c (city, lat, lon) on p.location like '%' || c.city
    )
    update providers p set is_placed = true, offers_online = price % 3 = 0, rating = nullif(abs(hashtext(p.id::text)) % 51, 0) / 10.0,
      latitude = placed.lat + (area % 41 - 20) / 100.0, longitude = placed.lon + (area / 41 % 41 - 20) / 100.0
    from placed where placed.id = p.id`,
    [benchCities, benchPositions.map(([lat]) => lat), benchPositions.map(([, lon]) => lon)],
  )
  for (const { definition } of indexes) await client.query(definition)
}

/**
 * Seeds people who are vets, trainers and stylists, to be searched: each area at a position of its own, with a rating. Trainers
 * have no weekly hours, so all of their fixed times. Every other person is booked for the next 7 days.
 */
export async function seedSearch(url: string, people: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await withoutSearchIndexes(client, async () => {
    await seedVets(client, people, 0)
    await client.query(`
      insert into pet_trainers (id, user_id, full_name, specializations, location, hourly_rate)
      select gen_random_uuid(), user_id, full_name, array[(array['Puppy Training', 'Agility Training', 'House Training',
        'Socialization', 'Trick Training'])[1 + consultation_fee % 5]], location, consultation_fee
      from veterinary_doctors`)
    await client.query(`
      insert into pet_stylists (id, user_id, full_name, specializations, location, hourly_rate)
      select gen_random_uuid(), user_id, full_name, array[(array['Full Grooming', 'Nail Trimming', 'Bath & Brush',
        'Ear Cleaning', 'Teeth Cleaning'])[1 + consultation_fee % 5]], location, consultation_fee
      from veterinary_doctors`)
  })
  for (const [table, column, records] of [
    ['veterinary_schedules', 'veterinary_id', 'veterinary_doctors'],
    ['pet_stylist_schedules', 'pet_stylist_id', 'pet_stylists'],
  ])
    await client.query(`
      insert into ${table} (id, ${column}, day_of_week, start_time, end_time)
      select gen_random_uuid(), r.id, d, '09:00', '17:00'
      from ${records} r, unnest(array['monday','tuesday','wednesday','thursday','friday']) d`)
  await client.query(`
    insert into calendar_holds (id, provider_user_id, during)
    select gen_random_uuid(), user_id, tstzrange(now(), now() + interval '9 days') from veterinary_doctors
    where consultation_fee % 2 = 0`)
  await client.query('vacuum analyze')
  await client.end()
}

/**
 * Seeds 2,000 vets with weekly hours, a break and some holidays, 500 owners, and `appointments` appointments: one in ten
 * upcoming with its hold, the rest past. Postgres generates the rows, so that a million take seconds.
 */
export async function seedBench(url: string, appointments: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await run(quickly)
  await seedVets(client, benchVets, 500)
  await run(`
    insert into veterinary_schedules (id, veterinary_id, day_of_week, start_time, end_time)
    select gen_random_uuid(), v.id, d, '09:00', '17:00'
    from veterinary_doctors v, unnest(array['monday','tuesday','wednesday','thursday','friday','saturday','sunday']) d`)
  await run(`
    insert into veterinary_breaks (id, schedule_id, start_time, end_time)
    select gen_random_uuid(), id, '13:00', '14:00' from veterinary_schedules`)
  await run(`
    insert into veterinary_holidays (id, veterinary_id, start_date, end_date)
    select gen_random_uuid(), id, current_date + 20 + (consultation_fee % 5), current_date + 21 + (consultation_fee % 5) from veterinary_doctors`)
  await run(
    `
    create temporary table planned as
    with vets as (select id, user_id, (row_number() over (order by id) - 1)::int as n from veterinary_doctors),
    owners as (select id, (row_number() over (order by id) - 1)::int as n from pet_owners)
    select gen_random_uuid() as id, v.id as vet_id, v.user_id, o.id as owner_id,
      k % 10 = 0 as ahead,
      case when k % 10 = 0
        then (current_date + 1 + (k / $1 / 10 % 28))::timestamp + interval '9 hours' + interval '30 min' * (k / $1 / 280 % 8)
        else (current_date - 1 - (k / $1 % 700))::timestamp + interval '9 hours' + interval '30 min' * (k / $1 / 700 % 16)
      end at time zone 'Asia/Kolkata' as starts_at
    from generate_series(0, $2 - 1) k
    join vets v on v.n = (k / 10 + k) % $1 join owners o on o.n = (k * 7) % (select count(*) from owners)`,
    [benchVets, appointments],
  )
  await run(`
    delete from planned p using planned q
    where p.ahead and q.ahead and p.vet_id = q.vet_id and p.starts_at = q.starts_at and p.id > q.id`)
  await run('begin')
  await run(`
    insert into appointments (id, trade, pet_owner_id, provider_id, provider_user_id, starts_at, ends_at, time_zone, status,
      price, currency, refund_policy, created_at, updated_at)
    select id, 'veterinary', owner_id, vet_id, user_id, starts_at, starts_at + interval '30 min', 'Asia/Kolkata',
      case when ahead then 'confirmed' else 'completed' end, 60000, 'INR', 'standard', now(), now()
    from planned`)
  await run(`
    insert into veterinary_details (appointment_id, preferred_contact) select id, 'phone' from planned`)
  await run(`
    insert into calendar_holds (id, appointment_id, provider_user_id, during)
    select gen_random_uuid(), id, user_id, tstzrange(starts_at, starts_at + interval '30 min') from planned where ahead`)
  await run('commit')
  await run(`
    insert into ratings (id, appointment_id, provider_id, pet_owner_id, rating)
    select gen_random_uuid(), id, provider_id, pet_owner_id, 1 + (extract(epoch from starts_at)::bigint / 1800) % 5
    from (select distinct on (provider_id) * from appointments where status = 'completed') visited`)
  await run('vacuum analyze')
  await client.end()
}
