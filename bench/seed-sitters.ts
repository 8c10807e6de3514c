import pg from 'pg'
import { benchCities, withoutSearchIndexes } from './seed.ts'

/**
 * Seeds sitters to search. Half are full for the next 9 days, a fifth have a pet on each day, a tenth a weekly repeat, and a
 * fifth are away for some days.
 */
export async function seedSitters(url: string, sitters: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await withoutSearchIndexes(client, async () => {
    await run(
      `insert into users (id, name, email)
       select gen_random_uuid(), 'Person ' || n, 'person' || n || '@bench.invalid' from generate_series(1, $1) n`,
      [sitters],
    )
    await run(
      `insert into pet_sitters (id, user_id, full_name, location, experience_years, services, hourly_rate, nightly_rate, max_pets,
         sizes_accepted, has_own_pets, bio, verification_status, facts_verified_at)
       select gen_random_uuid(), u.id, 'Sitter ' || n, 'Area ' || n % 97 || ', ' || ($1::text[])[1 + n % 8],
         case when n % 1000 = 0 then 45 else n % 30 end,
         case n % 4 when 0 then array['hostel-checkin', 'day-care'] when 1 then array['dog-walking']
           when 2 then array['day-care', 'dog-walking', 'hostel-checkin'] else array['hostel-checkin'] end,
         10000 + n % 5000, case when n % 2 = 0 then 80000 + n % 7000 end, 1 + n % 5,
         case n % 3 when 0 then array['small', 'medium'] when 1 then array['small', 'medium', 'large']
           else array['small', 'medium', 'large', 'giant'] end,
         n % 3 = 0, repeat('Kind and careful. ', 8), case when n % 200 = 0 then 'verified' else 'draft' end,
         case when n % 200 = 0 then now() end
       from (select id, row_number() over (order by email)::int as n from users) u`,
      [benchCities],
    )
  })
  await run(`
    update providers set total_reviews = case when rating is null then 0 else 1 + hourly.n % 40 end
    from (select id, hourly_rate as n from pet_sitters) hourly where hourly.id = providers.id`)
  // One lane for each pet; every second hold of a lane would overlap, so each sitter has one kind of them.
  await run(`
    insert into calendar_holds (id, provider_user_id, lane, during)
    select gen_random_uuid(), user_id, lane, tstzrange(now(), now() + interval '9 days')
    from pet_sitters, generate_series(1, max_pets) lane where hourly_rate / 4 % 2 = 0`)
  await run(`
    insert into calendar_holds (id, provider_user_id, lane, during)
    select gen_random_uuid(), user_id, 1, tstzrange(day + interval '4 hours', day + interval '9 hours')
    from pet_sitters, generate_series(current_date, current_date + 40, interval '1 day') day where hourly_rate % 5 = 1
      and hourly_rate / 4 % 2 = 1`)
  await run(`
    insert into pet_sitter_holidays (id, pet_sitter_id, start_date, end_date)
    select gen_random_uuid(), id, current_date + 3 + max_pets, current_date + 4 + max_pets from pet_sitters where hourly_rate % 5 = 3`)
  await run(`
    insert into sitting_requests (id, batch_id, pet_owner_id, sitter_id, service_type, schedule_type, start_date, days_of_week,
      start_time, end_time, time_zone, hourly_rate, emergency_name, emergency_phone, accepted_at, made_until, created_at)
    select gen_random_uuid(), gen_random_uuid(), (select id from pet_owners limit 1), id, 'dog-walking', 'repeat-weekly', current_date - 30,
      array['monday', 'wednesday', 'friday'], '17:00', '18:00', 'Asia/Kolkata', 20000, 'Kavya', '+919810012345', now(),
      current_date + 10, now()
    from pet_sitters where hourly_rate % 10 = 7`)
  await run('vacuum analyze')
  await client.end()
}
